/** Reads a rule as somebody wrote it, in code or over the wire, or says what is wrong with it. */
import { EmulatorError, unknownNameError } from '../machine/errors.ts'
import { parseDuration } from '../machine/duration.ts'
import { lastTimestampMs } from '../machine/timestamps.ts'
import { assertKnownKeys, isObject } from '../machine/argument-checks.ts'
import { parseEffect } from './effect-parser.ts'
import type { FaultInput } from './fault-store.ts'
import { matchesPath } from './fault-matcher.ts'
import type { FaultRule, TimeSpec } from './fault-rule.ts'

/** What a rule may name. */
export interface FaultRuleNames {
  readonly operations: ReadonlyMap<string, { readonly path: string }>
  readonly groups: ReadonlySet<string>
  readonly events: readonly string[]
  /** The ids of the webhooks that there are. */
  webhooks(): readonly string[]
}

const defaultAction = 'set the fault'

const ruleKeys = 'at operation group path event webhook nth times from until with'.split(' ')
/** The fault that a rule means. Nothing is kept of a rule that is refused. */
export function parseFaultRule(rule: FaultRule, known: FaultRuleNames, nowMs: number): FaultInput {
  assertKnownFaultKeys(rule, ruleKeys)
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
  action = defaultAction,
): void {
  if (!isObject(value)) {
    throw badFault('it is no object', 'Say it like { operation: "get_users", with: {…} }.', action)
  }
  assertKnownKeys(value, known, action)
}

type TargetKind = 'request' | 'delivery'

/** Where the rule hits; its keys and its effect must agree on that. */
function targetKindOf(rule: FaultRule, impliedTarget: TargetKind | undefined): TargetKind {
  const { at } = rule
  if (at !== undefined && at !== 'request' && at !== 'delivery') {
    throw badFault(`"at" is ${JSON.stringify(at)}`, 'Say "request" or "delivery".')
  }
  const hints: (readonly [string, TargetKind | undefined])[] = [
    [`at: "${at}"`, at],
    ['what it does', impliedTarget],
    ...(['operation', 'group', 'path'] as const).map((key) => targetHint(rule, key, 'request')),
    ...(['event', 'webhook'] as const).map((key) => targetHint(rule, key, 'delivery')),
  ]
  const known = hints.filter(([, kind]) => kind !== undefined)
  const [first, place = 'request'] = known[0] ?? []
  const other = known.find(([, each]) => each !== place)
  if (!other) return place
  throw badFault(
    `${first} is about a ${place}, ${other[0]} about a ${other[1]}`,
    'A rule hits one or the other; set two rules.',
  )
}

const targetHint = (rule: FaultRule, key: keyof FaultRule, kind: TargetKind) =>
  [`"${key}"`, rule[key] === undefined ? undefined : kind] as const

function assertKnownNames(
  rule: FaultRule,
  { operations, groups, events, webhooks }: FaultRuleNames,
) {
  assertKnownName('operation', rule.operation, operations.keys())
  assertKnownName('group', rule.group, groups)
  assertKnownName('event', rule.event, events)
  const { path, webhook } = rule
  // Note: a url may be registered later, by the code under test.
  if (webhook !== undefined && !URL.canParse(webhook)) {
    assertKnownName('webhook', webhook, webhooks())
  }
  if (path === undefined) return
  const paths = [...operations.values()].map((operation) => operation.path)
  if (!paths.some((known) => matchesPath(path, known))) {
    throw unknownNameError('path', path, new Set(paths), `${defaultAction} at "${path}"`)
  }
}

function assertKnownName(kind: string, name: string | undefined, known: Iterable<string>): void {
  if (name === undefined) return
  const names = [...known]
  if (!names.includes(name)) throw unknownNameError(kind, String(name), names, defaultAction)
}

function parseCount(key: string, value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (Number.isSafeInteger(value) && (value as number) >= 1) return value as number
  throw badFault(`"${key}" is ${JSON.stringify(value)}`, 'Give a whole number from 1.')
}

export interface TimeRange {
  readonly fromMs: number
  readonly untilMs?: number
}

/** The span from one moment to another, as milliseconds since 1970. */
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
    `it would end ${untilMs > fromMs ? 'before now' : 'before it begins'}`,
    'Give an "until" that lies behind "from" and behind now.',
    action,
  )
}

function parseTimeSpec(key: string, spec: TimeSpec, nowMs: number, action: string): number {
  if (spec instanceof Date && !Number.isNaN(spec.getTime())) {
    return parseTimeSpec(key, spec.toISOString(), nowMs, action)
  }
  const isText = typeof spec === 'string' || typeof spec === 'number'
  const duration = isText ? parseDuration(spec) : undefined
  const timeMs =
    duration !== undefined
      ? nowMs + duration
      : typeof spec === 'string'
        ? Date.parse(spec)
        : Number.NaN
  if (timeMs <= lastTimestampMs) return timeMs
  throw badFault(
    `"${key}" is ${JSON.stringify(spec)}`,
    'Give a moment such as "2026-01-05T10:00:00Z", or how far it is from now, such as "2h".',
    action,
  )
}

export function badFault(reason: string, advice: string, action = defaultAction): EmulatorError {
  return new EmulatorError('bad_fault', { action: action, reason, advice })
}
