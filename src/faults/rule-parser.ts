/** Reads a rule as somebody wrote it, in code or over the wire, or says what is wrong with it. */
import { EmulatorError, unknownName } from '../machine/errors.ts'
import { parseDuration } from '../machine/duration.ts'
import { lastMomentMs } from '../machine/timestamps.ts'
import { insistOnKeys, isObject } from '../machine/argument-checks.ts'
import { effectFrom } from './effect-parser.ts'
import type { NewFault } from './fault-store.ts'
import { pathFits } from './fault-matcher.ts'
import type { FaultRule, When } from './fault-rule.ts'

/** What a rule may name. */
export interface KnownNames {
  readonly operations: ReadonlyMap<string, { readonly path: string }>
  readonly groups: ReadonlySet<string>
  readonly events: readonly string[]
  /** The ids of the webhooks that there are. */
  webhooks(): readonly string[]
}

const could = 'set the fault'

const ruleKeys = 'at operation group path event webhook nth times from until with'.split(' ')
/** The fault that a rule means. Nothing is kept of a rule that is refused. */
export function faultFrom(rule: FaultRule, known: KnownNames, nowMs: number): NewFault {
  refuseUnknownKeys(rule, ruleKeys)
  const { effect, at: implied } = effectFrom(rule.with)
  const at = placeOf(rule, implied)
  insistOnNames(rule, known)
  const nth = count('nth', rule.nth)
  const times = count('times', rule.times) ?? (nth === undefined ? undefined : 1)
  const { operation, group, path, event, webhook } = rule
  const said = { operation, group, path, event, webhook, nth, times }
  return {
    at,
    ...(Object.fromEntries(
      Object.entries(said).filter(([, value]) => value !== undefined),
    ) as Partial<NewFault>),
    ...spanFrom(rule.from, rule.until, nowMs, could),
    with: effect,
  }
}

export function refuseUnknownKeys(given: object, known: readonly string[], verb = could): void {
  if (!isObject(given)) {
    throw badFault('it is no object', 'Say it like { operation: "get_users", with: {…} }.', verb)
  }
  insistOnKeys(given, known, verb)
}

type Place = 'request' | 'delivery'

/** Where the rule hits; its keys and its effect must agree on that. */
function placeOf(rule: FaultRule, implied: Place | undefined): Place {
  const { at } = rule
  if (at !== undefined && at !== 'request' && at !== 'delivery') {
    throw badFault(`"at" is ${JSON.stringify(at)}`, 'Say "request" or "delivery".')
  }
  const claims: (readonly [string, Place | undefined])[] = [
    [`at: "${at}"`, at],
    ['what it does', implied],
    ...(['operation', 'group', 'path'] as const).map((key) => claim(rule, key, 'request')),
    ...(['event', 'webhook'] as const).map((key) => claim(rule, key, 'delivery')),
  ]
  const made = claims.filter(([, place]) => place !== undefined)
  const [first, place = 'request'] = made[0] ?? []
  const other = made.find(([, each]) => each !== place)
  if (!other) return place
  throw badFault(
    `${first} is about a ${place}, ${other[0]} about a ${other[1]}`,
    'A rule hits one or the other; set two rules.',
  )
}

const claim = (rule: FaultRule, key: keyof FaultRule, place: Place) =>
  [`"${key}"`, rule[key] === undefined ? undefined : place] as const

function insistOnNames(rule: FaultRule, { operations, groups, events, webhooks }: KnownNames) {
  insistOnName('operation', rule.operation, operations.keys())
  insistOnName('group', rule.group, groups)
  insistOnName('event', rule.event, events)
  const { path, webhook } = rule
  // Note: a url may be registered later, by the code under test.
  if (webhook !== undefined && !URL.canParse(webhook)) {
    insistOnName('webhook', webhook, webhooks())
  }
  if (path === undefined) return
  const paths = [...operations.values()].map((operation) => operation.path)
  if (!paths.some((known) => pathFits(path, known))) {
    throw unknownName('path', path, new Set(paths), `${could} at "${path}"`)
  }
}

function insistOnName(kind: string, name: string | undefined, known: Iterable<string>): void {
  if (name === undefined) return
  const names = [...known]
  if (!names.includes(name)) throw unknownName(kind, String(name), names, could)
}

function count(key: string, value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (Number.isSafeInteger(value) && (value as number) >= 1) return value as number
  throw badFault(`"${key}" is ${JSON.stringify(value)}`, 'Give a whole number from 1.')
}

export interface Span {
  readonly fromMs: number
  readonly untilMs?: number
}

/** The span from one moment to another, as milliseconds since 1970. */
export function spanFrom(
  from: When | undefined,
  until: When | undefined,
  nowMs: number,
  verb: string,
): Span {
  const fromMs = from === undefined ? nowMs : momentOf('from', from, nowMs, verb)
  if (until === undefined) return { fromMs }
  const untilMs = momentOf('until', until, nowMs, verb)
  if (untilMs > Math.max(fromMs, nowMs)) return { fromMs, untilMs }
  throw badFault(
    `it would end ${untilMs > fromMs ? 'before now' : 'before it begins'}`,
    'Give an "until" that lies behind "from" and behind now.',
    verb,
  )
}

function momentOf(key: string, when: When, nowMs: number, verb: string): number {
  if (when instanceof Date && !Number.isNaN(when.getTime())) {
    return momentOf(key, when.toISOString(), nowMs, verb)
  }
  const isGiven = typeof when === 'string' || typeof when === 'number'
  const duration = isGiven ? parseDuration(when) : undefined
  const moment =
    duration !== undefined
      ? nowMs + duration
      : typeof when === 'string'
        ? Date.parse(when)
        : Number.NaN
  if (moment <= lastMomentMs) return moment
  throw badFault(
    `"${key}" is ${JSON.stringify(when)}`,
    'Give a moment such as "2026-01-05T10:00:00Z", or how far it is from now, such as "2h".',
    verb,
  )
}

export function badFault(because: string, advice: string, verb = could): EmulatorError {
  return new EmulatorError('bad_fault', { could: verb, because, advice })
}
