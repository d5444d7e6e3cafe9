/** Fault rules: data with the same shape in code and in the control plane, and how a rule is read. */
import { type Duration, parseDuration } from '../clock/duration.ts'
import { lastTimestampMs, parseTimestampMs } from '../clock/timestamps.ts'
import type { EventName, GroupName, OperationId } from '../service-types.ts'
import {
  assertKnownName,
  quoteValue,
  textCheck,
  wholeNumberCheck,
} from '../errors/argument-checks.ts'
import { defined } from '../errors/defined.ts'
import { EmulatorError, unknownNameError } from '../errors/errors.ts'
import {
  type Named,
  option,
  type OptionErrors,
  type OptionsOf,
  readOptions,
  required,
} from '../errors/options.ts'
import { parseEffect, targetNames } from './effect-parser.ts'
import { type FaultChange, type FaultEffect, faultEffects, type TargetKind } from './effects.ts'
import { matchesPath } from './path-pattern.ts'

/** A time, or a duration from now: `"2026-01-05T10:00:00Z"`, `"2h"`, `{ ms: 250 }`. */
export type TimeSpec = string | Date | Duration

/** The declaration of a rule. `faultFrom` checks the names, which depend on the service. */
const faultRuleOptions = {
  /** Default: the kind that the other keys imply, otherwise `request`. */
  at: option<'request' | 'delivery'>({
    isValid: (at) => at === 'request' || at === 'delivery',
    expected: '"request" or "delivery"',
  }),
  /** Requests of this operation, by its id. */
  operation: option<OperationId>(),
  /** Requests of the operations in this group. */
  group: option<GroupName>(),
  /** Requests with this path: `/users/1`, `/users/{id}`. A final `*` matches any number of segments. */
  path: option<string>(textCheck),
  /** Deliveries of this event. */
  event: option<EventName>(),
  /** Deliveries to this webhook, by its id or its URL. */
  webhook: option<string>(),
  /** The number of the first match that is hit. Default: 1. */
  nth: option<number>(wholeNumberCheck(1)),
  /** How many matches are hit. Default: 1 with `nth`, otherwise all. */
  times: option<number>(wholeNumberCheck(1)),
  /** The start of the rule. Default: now. */
  from: option<TimeSpec>(),
  /** The end of the rule, exclusive. Default: no end. */
  until: option<TimeSpec>(),
  /** What happens to each request or delivery that is hit. */
  with: required<FaultEffect>(),
}

/**
 * Selects requests or deliveries and defines when and how they fail. A key that is absent matches
 * everything. A rule without `nth` and `times` hits until it is ended.
 */
export interface FaultRule extends OptionsOf<typeof faultRuleOptions>, Named {}

/** The keys of a rule that are stored unchanged. */
type StoredRule = Omit<FaultRule, 'at' | 'from' | 'until'>

/** The id and the counts of a fault. */
export interface FaultStatus {
  /** The id in the header `x-emulator-fault` and in the journal, such as `fault-1`. */
  readonly id: string
  /** What the fault hits. */
  readonly at: 'request' | 'delivery'
  /** The id of the outage that the fault belongs to. */
  readonly outage?: string
  /** How many requests or deliveries the rule matched between its start and its end. */
  readonly matched: number
  /** How many of the matches were hit. */
  readonly hits: number
}

/** A rule in the form in which a cell stores it. */
export interface Fault extends StoredRule, FaultStatus {
  readonly fromMs: number
  /** Absent if the rule has no end. */
  readonly untilMs?: number
}

/** The faults that hit one request or one delivery, combined. */
export interface FaultHit {
  /** The ids of the faults, as in the header and in the journal. */
  readonly faultIds: string
  /** If two faults set the same key, or keys that exclude each other, the earlier fault applies. */
  readonly effect: FaultEffect
  readonly changes: readonly FaultChange[]
  /**
   * Deliveries only: the attempt waits. `next`: until the next delivery to the webhook has ended. `release`:
   * until the dispatcher is asked to release it. Only an interceptor sets it.
   */
  readonly hold?: 'next' | 'release'
}

/** A new fault: without id and counts. */
export type FaultInput = Omit<Fault, 'id' | 'matched' | 'hits'>

/** The names that a rule may contain. */
export interface FaultRuleNames {
  readonly operations: ReadonlyMap<string, { readonly path: string }>
  readonly events: readonly string[]
  readonly groups: ReadonlySet<string>
  /** The name of an operation, for examples in messages. */
  readonly example: string
  /** Creates the error for an unknown operation or event. */
  unknown(kind: 'operation' | 'event', name: string, action: string): EmulatorError
  /** Returns the ids of the registered webhooks. */
  webhooks(): readonly string[]
}

/** How errors call the parts of a rule. An effect beside `with` has the advice to move it. */
export const faultErrors = (action: string, example: string): OptionErrors => ({
  action,
  code: 'bad_fault',
  subject: 'the rule is',
  example,
  misplaced: (name) =>
    Object.hasOwn(faultEffects, name)
      ? {
          reason: `"${name}" is an effect`,
          advice: `Put it under "with": { with: { ${name}: … } }.`,
        }
      : undefined,
})

const defaultAction = 'set the fault'

/** @throws EmulatorError for a rule that is not valid */
export function faultFrom(rule: FaultRule, known: FaultRuleNames, nowMs: number): FaultInput {
  const example = `{ operation: "${known.example}", with: {…} }`
  const options = readOptions(faultRuleOptions, rule, faultErrors(defaultAction, example))
  const [[, selected] = []] = selectorsOf(options)
  const { effect, at: impliedTarget } = parseEffect(options.with, selected)
  const at = targetKindOf(options, impliedTarget)
  assertKnownNames(options, known)
  const { operation, group, path, event, webhook, nth, from, until } = options
  const times = options.times ?? (nth === undefined ? undefined : 1)
  return {
    at,
    ...defined({ operation, group, path, event, webhook, nth, times }),
    ...parseTimeRange(from, until, nowMs, defaultAction),
    with: effect,
  }
}

/** A part of a rule, and the kind of target that it applies to. */
type Selector = readonly [part: string, kind: TargetKind]

/** The keys of a rule that select a kind of target. */
function selectorsOf(rule: FaultRule): readonly Selector[] {
  const selectors: (readonly [string, TargetKind | undefined])[] = [
    [`at: "${rule.at}"`, rule.at],
    ...(['operation', 'group', 'path'] as const).map((key) => targetHint(rule, key, 'request')),
    ...(['event', 'webhook'] as const).map((key) => targetHint(rule, key, 'delivery')),
  ]
  return selectors.filter((each): each is Selector => each[1] !== undefined)
}

/** Returns the kind of target that all keys of a rule and its effect apply to. */
function targetKindOf(rule: FaultRule, impliedTarget: TargetKind | undefined): TargetKind {
  const implied = impliedTarget === undefined ? [] : [['the effect', impliedTarget] as const]
  const selectors = selectorsOf(rule)
  const known = rule.at === undefined ? [...implied, ...selectors] : [...selectors, ...implied]
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

function assertKnownNames(rule: FaultRule, known: FaultRuleNames) {
  const { operations, groups, events, webhooks } = known
  for (const [kind, names] of [
    ['operation', [...operations.keys()]],
    ['event', events],
  ] as const) {
    const name = rule[kind]
    if (name !== undefined && !names.includes(name)) throw known.unknown(kind, name, defaultAction)
  }
  assertKnownName('group', rule.group, groups, defaultAction)
  const { path, webhook } = rule
  // Note: the code under test may register a URL later.
  if (webhook !== undefined && !URL.canParse(webhook)) {
    assertKnownName('webhook', webhook, webhooks(), defaultAction)
  }
  if (path === undefined) return
  const [withoutQuery] = path.split('?', 1)
  if (withoutQuery !== path)
    throw new EmulatorError('bad_fault', {
      action: defaultAction,
      reason: `the path "${path}" has a query`,
      advice: `Give "${withoutQuery}".`,
    })
  const paths = [...operations.values()].map((operation) => operation.path)
  if (!paths.some((known) => matchesPath(path, known))) {
    throw unknownNameError('path', path, new Set(paths), defaultAction)
  }
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
