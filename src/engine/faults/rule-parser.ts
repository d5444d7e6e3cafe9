/** Parses and validates fault rules from code and from the control plane. */
import { EmulatorError, unknownNameError } from '../errors/errors.ts'
import { parseDuration } from '../clock/duration.ts'
import { lastTimestampMs, parseTimestampMs } from '../clock/timestamps.ts'
import {
  assertKnownKeys,
  assertKnownName,
  isObject,
  quoteValue,
} from '../errors/argument-checks.ts'
import { parseEffect, targetNames } from './effect-parser.ts'
import { faultEffects, type TargetKind } from './effects.ts'
import type { FaultInput } from './fault-store.ts'
import { matchesPath } from './fault-matcher.ts'
import type { FaultRule, TimeSpec } from './fault-rule.ts'

/** The names that a rule may contain. */
export interface FaultRuleNames {
  readonly operations: ReadonlyMap<string, { readonly path: string }>
  readonly groups: ReadonlySet<string>
  readonly events: readonly string[]
  /** The name of an operation, for examples in messages. */
  readonly example: string
  /** Returns the ids of the registered webhooks. */
  webhooks(): readonly string[]
}

const defaultAction = 'set the fault'

const ruleKeys = 'at operation group path event webhook nth times from until with'.split(' ')

/** Parses a rule. Throws if it is not valid. */
export function parseFaultRule(rule: FaultRule, known: FaultRuleNames, nowMs: number): FaultInput {
  const example = `{ operation: "${known.example}", with: {…} }`
  assertKnownFaultKeys(rule, ruleKeys, defaultAction, example)
  const { effect, at: impliedTarget } = parseEffect(rule.with)
  const at = targetKindOf(rule, impliedTarget)
  assertKnownNames(rule, known)
  const nth = parseCount('nth', rule.nth)
  const times = parseCount('times', rule.times) ?? (nth === undefined ? undefined : 1)
  const { operation, group, path, event, webhook } = rule
  const selectors = { operation, group, path, event, webhook, nth, times }
  return {
    at,
    ...(Object.fromEntries(
      Object.entries(selectors).filter(([, value]) => value !== undefined),
    ) as Partial<FaultInput>),
    ...parseTimeRange(rule.from, rule.until, nowMs, defaultAction),
    with: effect,
  }
}

export function assertKnownFaultKeys(
  value: object,
  known: readonly string[],
  action: string,
  example: string,
): void {
  if (!isObject(value)) {
    throw badFault(
      `${quoteValue(value)} is not an object`,
      `Give an object such as ${example}.`,
      action,
    )
  }
  const effect = Object.keys(value).find(
    (key) => !known.includes(key) && Object.hasOwn(faultEffects, key),
  )
  if (effect !== undefined && known.includes('with')) {
    throw badFault(
      `"${effect}" is an effect`,
      `Put it under "with": { with: { ${effect}: … } }.`,
      action,
    )
  }
  assertKnownKeys(value, known, action)
}

/** Returns the kind of target that all keys of a rule and its effect apply to. */
function targetKindOf(rule: FaultRule, impliedTarget: TargetKind | undefined): TargetKind {
  const { at } = rule
  if (at !== undefined && at !== 'request' && at !== 'delivery') {
    throw badFault(`"at" is ${quoteValue(at)}`, 'Give "request" or "delivery".')
  }
  const hints: (readonly [string, TargetKind | undefined])[] = [
    [`at: "${at}"`, at],
    ['the effect', impliedTarget],
    ...(['operation', 'group', 'path'] as const).map((key) => targetHint(rule, key, 'request')),
    ...(['event', 'webhook'] as const).map((key) => targetHint(rule, key, 'delivery')),
  ]
  const known = hints.filter(([, kind]) => kind !== undefined)
  const [first, place = 'request'] = known[0] ?? []
  const other = known.find(([, each]) => each !== place)
  if (!other) return place
  throw badFault(
    `${first} applies to ${targetNames[place]}, ${other[0]} to ${targetNames[other[1] as TargetKind]}`,
    impliedTarget === undefined
      ? 'Set two rules: a rule hits requests or deliveries.'
      : targetAdvice[impliedTarget],
  )
}

/** How a rule selects the targets of its effect. */
const targetAdvice: Readonly<Record<TargetKind, string>> = {
  request: 'Select requests with "operation", "group" or "path".',
  delivery: 'Select deliveries with "event" or "webhook".',
}

const targetHint = (rule: FaultRule, key: keyof FaultRule, kind: TargetKind) =>
  [`"${key}"`, rule[key] === undefined ? undefined : kind] as const

function assertKnownNames(
  rule: FaultRule,
  { operations, groups, events, webhooks }: FaultRuleNames,
) {
  assertKnownName('operation', rule.operation, operations.keys(), defaultAction)
  assertKnownName('group', rule.group, groups, defaultAction)
  assertKnownName('event', rule.event, events, defaultAction)
  const { path, webhook } = rule
  // Note: the code under test may register a URL later.
  if (webhook !== undefined && !URL.canParse(webhook)) {
    assertKnownName('webhook', webhook, webhooks(), defaultAction)
  }
  if (path === undefined) return
  const paths = [...operations.values()].map((operation) => operation.path)
  if (!paths.some((known) => matchesPath(path, known))) {
    throw unknownNameError('path', path, new Set(paths), defaultAction)
  }
}

function parseCount(key: string, value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (Number.isSafeInteger(value) && (value as number) >= 1) return value as number
  throw badFault(`"${key}" is ${quoteValue(value)}`, 'Give a whole number from 1.')
}

interface TimeRange {
  readonly fromMs: number
  readonly untilMs?: number
}

/** Parses the start and the end of a rule to milliseconds since 1970. */
export function parseTimeRange(
  from: TimeSpec | undefined,
  until: TimeSpec | undefined,
  nowMs: number,
  action: string,
): TimeRange {
  const fromMs = from === undefined ? nowMs : parseTimeSpec('from', from, nowMs, action)
  if (until === undefined) return { fromMs }
  const untilMs = parseTimeSpec('until', until, nowMs, action)
  if (untilMs > Math.max(fromMs, nowMs)) return { fromMs, untilMs }
  throw badFault(
    `it would end ${untilMs > fromMs ? 'before now' : 'before it starts'}`,
    'Give an "until" that is after "from" and after now.',
    action,
  )
}

function parseTimeSpec(key: string, spec: TimeSpec, nowMs: number, action: string): number {
  const duration = parseDuration(spec)
  const timeMs = duration === undefined ? parseTimestampMs(spec) : nowMs + duration
  if (timeMs !== undefined && timeMs <= lastTimestampMs) return timeMs
  throw badFault(
    `"${key}" is ${quoteValue(spec)}`,
    'Give a time such as "2026-01-05T10:00:00Z", or a duration from now such as "2h".',
    action,
  )
}

function badFault(reason: string, advice: string, action = defaultAction): EmulatorError {
  return new EmulatorError('bad_fault', { action, reason, advice })
}
