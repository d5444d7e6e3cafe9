/**
 * The closed list of deviations: each entry names the rule that makes it legal.
 *
 * The engine, the documentation and the inspector read this table. A deviation applies to one type of choice point.
 */
import type { FaultEffect } from '../../engine/faults/effects.ts'

/** A kind of deviations, as the option `deviations` names it. */
export type DeviationKind =
  'deliveries' | 'requests' | 'rights' | 'crashes' | 'drift' | 'steps' | 'assumptions'

export const deviationKinds: readonly DeviationKind[] = [
  'deliveries',
  'requests',
  'rights',
  'crashes',
  'drift',
  'steps',
  'assumptions',
]

/** The types of choice points: where a run can deviate. */
export type ChoicePointType =
  'assumption' | 'run' | 'delivery' | 'page' | 'request' | 'write' | 'answer' | 'step'

/** The types of choice points as the documentation names them. */
export const choicePointNames: Readonly<Record<ChoicePointType, string>> = {
  assumption: 'an assumption of the run',
  run: 'the whole run',
  delivery: 'a delivery',
  page: 'a later page of a list',
  request: 'a call',
  write: 'a write to `storage`',
  answer: 'the answer to a delivery',
  step: 'the end of a step',
}

/** An entry of the table. */
export interface DeviationDefinition {
  /** The name in matrices and in replay texts. */
  readonly name: string
  readonly kind: DeviationKind
  readonly at: ChoicePointType
  /** What happens, as a sentence. */
  readonly summary: string
  /** The rule that makes it legal: a rule of the service, the network or the machine. */
  readonly rule: string
  /** The effect on the request or the delivery. */
  readonly effect?: FaultEffect
  /** The effect applies to all calls of the next 30 minutes. */
  readonly isPersistent?: boolean
  /** The deviation that shrinking tries in place of this one. */
  readonly milder?: string
}

/** The duration of a persistent deviation, in milliseconds. */
export const persistentMs = 30 * 60_000

const retries =
  'the service: a delivery without a 2xx answer is repeated after 5 minutes, three attempts in all'
const backlog = 'the service: a backlog or a retry delays a delivery, and deliveries have no order'
const network = 'the network: a connection can fail before or after the service acts'
const brokenAnswer = 'the network: a connection can break in the middle of an answer'
const slowAnswer = 'the service: an answer can take long'
const serverError = 'the service: a server error has no effect'
const rateLimit = 'the service: above the rate limit a request is answered 429 with Retry-After'
const machineCrash = 'the machine: a process can end at any time'

const deliveries: readonly DeviationDefinition[] = [
  {
    name: 'unconfirmed',
    kind: 'deliveries',
    at: 'delivery',
    summary:
      'The delivery arrives, and its answer is lost. The service sends it again 5 minutes later.',
    rule: `${network}; ${retries}`,
    effect: { response: 'lost' },
  },
  {
    name: 'twice',
    kind: 'deliveries',
    at: 'delivery',
    summary: 'The delivery arrives twice.',
    rule: 'the service: delivery is at least once',
    effect: { duplicate: true },
  },
  {
    name: 'late',
    kind: 'deliveries',
    at: 'delivery',
    summary: 'The delivery arrives after the next notification.',
    rule: backlog,
  },
  {
    name: 'later',
    kind: 'deliveries',
    at: 'delivery',
    summary: 'The delivery arrives after the next step.',
    rule: backlog,
    milder: 'late',
  },
  {
    name: 'overlap',
    kind: 'deliveries',
    at: 'delivery',
    summary: 'The next delivery starts before this one is answered.',
    rule: 'the service: several deliveries are in flight at the same time',
  },
  {
    name: 'lost',
    kind: 'deliveries',
    at: 'delivery',
    summary: 'All attempts of the delivery fail.',
    rule: retries,
    effect: { reset: true },
    milder: 'unconfirmed',
  },
  {
    name: 'order',
    kind: 'deliveries',
    at: 'run',
    summary: 'Steps and deliveries happen in this order.',
    rule: backlog,
  },
]

const failedCall = (
  name: string,
  summary: string,
  rule: string,
  effect: FaultEffect,
): DeviationDefinition => ({ name, kind: 'requests', at: 'request', summary, rule, effect })

const persistent = (once: DeviationDefinition): DeviationDefinition => ({
  ...once,
  name: `${once.name}-for-30m`,
  summary: `${once.summary.replace(/\.$/, '')}, as is every call of the next 30 minutes.`,
  rule: `${once.rule}; an outage can last`,
  isPersistent: true,
  milder: once.name,
})

const repeatable: readonly DeviationDefinition[] = [
  failedCall('500', 'The call is answered 500.', serverError, { status: 500 }),
  failedCall('503', 'The call is answered 503.', serverError, { status: 503 }),
  failedCall('429', 'The call is answered 429 with Retry-After.', rateLimit, {
    status: 429,
    retry_after: 60,
  }),
  failedCall('unsent', 'The call gets no answer, and nothing is written.', network, {
    timeout: 'before',
  }),
]

const requests: readonly DeviationDefinition[] = [
  ...repeatable,
  failedCall('reset', 'The connection breaks, and nothing is written.', network, { reset: true }),
  failedCall('unanswered', 'The call gets no answer, but it is written.', network, {
    timeout: 'after',
  }),
  failedCall('truncated', 'The body of the answer is truncated.', brokenAnswer, {
    body: 'truncated',
  }),
  failedCall('slow', 'The answer takes 30 seconds.', slowAnswer, { latency_ms: 30_000 }),
  ...repeatable.map(persistent),
]

const rights: readonly DeviationDefinition[] = [
  {
    name: 'revoked',
    kind: 'rights',
    at: 'request',
    summary: 'The token is revoked before the call.',
    rule: 'the service: an administrator can revoke a token at any time',
  },
  {
    name: 'unscoped',
    kind: 'rights',
    at: 'request',
    summary: 'The token loses the scope of the call before the call.',
    rule: 'the service: an administrator can change the scopes of a token at any time',
  },
]

const crash = (name: string, at: ChoicePointType, when: string): DeviationDefinition => ({
  name,
  kind: 'crashes',
  at,
  summary: `The integration crashes ${when}, and a new instance starts on the same storage.`,
  rule: machineCrash,
})

const crashes: readonly DeviationDefinition[] = [
  crash('crash-before', 'request', 'before the call'),
  crash('crash-after', 'request', 'after the call, before it receives the answer'),
  crash('crash-before-answer', 'answer', 'before it answers the delivery'),
  crash('crash-after-write', 'write', 'after it stores a value'),
]

const drifted = (name: string, summary: string): DeviationDefinition => ({
  name,
  kind: 'drift',
  at: 'page',
  summary: `${summary} between two pages of a list.`,
  rule: 'the service: users change records at any time, and a list is not a snapshot',
})

const drift: readonly DeviationDefinition[] = [
  drifted('insert-before', 'A record is created before the cursor'),
  drifted('insert-after', 'A record is created after the cursor'),
  drifted('delete-read', 'A record that was already read is deleted'),
  drifted('delete-unread', 'A record that was not yet read is deleted'),
  drifted('move-read', 'The sort key of a record that was already read moves it after the cursor'),
  drifted(
    'move-unread',
    'The sort key of a record that was not yet read moves it before the cursor',
  ),
  drifted('merge-records', 'A record that was not yet read is merged into one already read'),
  drifted('hide-read', 'A record that was already read changes its state'),
  drifted('hide-unread', 'A record that was not yet read changes its state'),
]

const assumptions: readonly DeviationDefinition[] = [
  {
    name: 'alternative',
    kind: 'assumptions',
    at: 'assumption',
    summary: 'The service has the alternative of an assumption that the plain run relied on.',
    rule: 'the service: its document does not decide the assumption',
  },
]

const steps: readonly DeviationDefinition[] = [
  {
    name: 'early',
    kind: 'steps',
    at: 'step',
    summary: 'The next step happens before the integration is idle.',
    rule: 'the service: changes do not wait for an integration',
  },
]

/** Every deviation, in the order of columns in a matrix. */
export const deviationTable: readonly DeviationDefinition[] = [
  ...deliveries,
  ...requests,
  ...rights,
  ...crashes,
  ...drift,
  ...steps,
  ...assumptions,
]

const byName = new Map(deviationTable.map((each) => [each.name, each]))

/** The deviation with a name, or undefined. */
export const findDeviation = (name: string): DeviationDefinition | undefined => byName.get(name)

/** The deviations of the kinds that apply to a type of choice point. */
export const deviationsAt = (
  type: ChoicePointType,
  kinds: ReadonlySet<DeviationKind>,
): readonly DeviationDefinition[] =>
  deviationTable.filter((each) => each.at === type && kinds.has(each.kind))
