/** Calls that fail, once or for a while, and calls that take long. */
import type { FaultEffect } from '../../engine/faults/effects.ts'
import {
  deviation,
  type DeviationDefinition,
  type DeviationKindDefinition,
  hitBy,
} from './deviation.ts'

/** The duration of an outage, in milliseconds. */
const outageMs = 30 * 60_000

const network = 'the network: a connection can fail before or after the service acts'
const serverError = 'the service: a server error has no effect'
const slowAnswer = 'the service: an answer can take long'

interface FailedCall extends Pick<
  DeviationDefinition,
  'name' | 'summary' | 'rule' | 'repeatsEffects' | 'outlastsPause'
> {
  readonly effect: FaultEffect
}

const once = ({ effect, ...texts }: FailedCall): DeviationDefinition =>
  deviation<'request'>({ ...texts, at: 'request', apply: () => hitBy(texts.name, effect) })

/** The failure hits every call of the next 30 minutes. */
const lasting = ({ name, summary, rule, effect }: FailedCall): DeviationDefinition =>
  deviation<'request'>({
    name: `${name}-for-30m`,
    at: 'request',
    summary: `${summary.replace(/\.$/, '')}, as is every call of the next 30 minutes.`,
    rule: `${rule}; an outage can last`,
    milder: name,
    apply(run) {
      const hit = hitBy(`${name}-for-30m`, effect)
      run.startOutage(hit, outageMs)
      return hit
    },
  })

const repeatable: readonly FailedCall[] = [
  { name: '500', summary: 'The call is answered 500.', rule: serverError, effect: { status: 500 } },
  { name: '503', summary: 'The call is answered 503.', rule: serverError, effect: { status: 503 } },
  {
    name: '429',
    summary: 'The call is answered 429 with Retry-After.',
    rule: 'the service: above the rate limit a request is answered 429 with Retry-After',
    effect: { status: 429, retry_after: 60 },
  },
  {
    name: 'unsent',
    summary: 'The call gets no answer, and nothing is written.',
    rule: network,
    effect: { timeout: 'before' },
  },
]

const single: readonly FailedCall[] = [
  {
    name: 'reset',
    summary: 'The connection breaks, and nothing is written.',
    rule: network,
    effect: { reset: true },
  },
  {
    name: 'unanswered',
    summary: 'The call gets no answer, but it is written.',
    rule: network,
    effect: { timeout: 'after' },
    repeatsEffects: true,
  },
  {
    name: 'truncated',
    summary: 'The body of the answer is truncated.',
    rule: 'the network: a connection can break in the middle of an answer',
    effect: { body: 'truncated' },
    repeatsEffects: true,
    // Note: a client that repeats a failed call at once seldom repeats this one, so that the whole work is repeated later.
    outlastsPause: true,
  },
  {
    name: 'slow-5s',
    summary: 'The answer takes 5 seconds, which is less than a delivery waits for its answer.',
    rule: slowAnswer,
    effect: { latency_ms: 5_000 },
    outlastsPause: true,
  },
  {
    name: 'slow',
    summary: 'The answer takes 30 seconds.',
    rule: slowAnswer,
    effect: { latency_ms: 30_000 },
    outlastsPause: true,
  },
]

export const requests = {
  kind: 'requests',
  about: 'a call of the integration fails, once or for 30 minutes, or takes long',
  selection: 'default',
  absence: 'the integration makes no call. Let it read the service when a delivery arrives',
  deviations: [...[...repeatable, ...single].map(once), ...repeatable.map(lasting)],
} as const satisfies DeviationKindDefinition
