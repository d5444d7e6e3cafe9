/**
 * The effects of faults: one option per effect, with its conflicts and its labels.
 *
 * The parser of rules and the inspector read this table. The code that applies an effect is in
 * `serve/request-faults.ts` or `deliver/attempt-faults.ts`.
 */
import type { ActName, Acts } from '../service-types.ts'
import { dayMs, stringifyDuration } from '../clock/duration.ts'
import { type Named, option, type Option, type OptionsOf, required } from '../errors/options.ts'
import {
  isObject,
  quoteValue,
  type ValueCheck,
  wholeNumberCheck,
} from '../errors/argument-checks.ts'

/** The declaration of a change. */
export const changeOptions = {
  /** The id of the act: `merge_users`, or `mergeUsers`. */
  act: required<ActName | keyof Acts>(),
  /** The input of the act, such as `{ primary: 1, secondary: 2 }`. Default: empty. */
  input: option<Readonly<Record<string, unknown>>>(undefined, {}),
}

/**
 * An act of an administrator with its input. The names are those of `emulator.act` or those of the API:
 * `primary` or `primary_user_id`. The journal shows the names of the API.
 */
export interface FaultChange extends OptionsOf<typeof changeOptions>, Named {}

/** What a fault applies to. */
export type TargetKind = 'request' | 'delivery'

/** A value of an effect that the inspector offers. */
export interface EffectChoice {
  readonly label: string
  // Note: the type of an effect follows from this table.
  readonly effect: Readonly<Record<string, unknown>>
}

/** An entry of the table: an option, and how it combines with others. */
interface EffectDetails {
  /** The only kind of target that the effect applies to. Default: both. */
  readonly at?: TargetKind
  /** The effects that exclude this one; `all` other effects. */
  readonly conflicts?: readonly string[] | 'all'
  /** Returns why the effect contradicts the values of the other effects, if it does. */
  readonly contradiction?: (
    effect: Readonly<Record<string, unknown>>,
  ) => { readonly reason: string; readonly advice: string } | undefined
  /** Describes a value. The journal shows it, and the inspector for a value that is not one of the choices. */
  readonly label: (value: unknown, at: TargetKind) => string
  /** The choices in the inspector for each kind of target. */
  readonly choices: Partial<Readonly<Record<TargetKind, readonly EffectChoice[]>>>
}

export type EffectTable = Readonly<Record<string, Option<unknown> & EffectDetails>>

const effect = <T>(check: ValueCheck, details: EffectDetails): Option<T> & EffectDetails => ({
  ...option<T>(check),
  ...details,
})

const choice = (label: string, values: EffectChoice['effect']): EffectChoice => ({
  label,
  effect: values,
})

const oneOf = (...words: string[]): ValueCheck => ({
  isValid: (value) => words.includes(value as string),
  expected: words.map((word) => `"${word}"`).join(' or '),
})
const changeCheck: ValueCheck = {
  isValid: (value) => isObject(value) && typeof value['act'] === 'string',
  expected: '{ act, input }',
}
const flag: ValueCheck = { isValid: (value) => typeof value === 'boolean', expected: 'true' }

/** The maximum duration: a hundred years. */
const durationMaxMs = 36_525 * dayMs
const milliseconds = wholeNumberCheck(0, durationMaxMs)
const duration = (ms: unknown): string => stringifyDuration(Number(ms))

const timeoutLabels: Readonly<Record<TargetKind, Record<'before' | 'after', string>>> = {
  request: { before: 'no response, nothing written', after: 'no response, but written' },
  delivery: { before: 'no response, not arrived', after: 'no response, but arrived' },
}

export const faultEffects = {
  /** The status of the response: to a request in the error format of the service, to a delivery as if the receiver had sent it. */
  status: effect<number>(wholeNumberCheck(200, 599), {
    label: (status) => `status ${String(status)}`,
    choices: {
      request: [
        choice('500 Internal Server Error', { status: 500 }),
        choice('503 Service Unavailable', { status: 503 }),
        choice('404 Not Found', { status: 404 }),
      ],
      delivery: [choice('response with status 500', { status: 500 })],
    },
  }),
  /**
   * Requests only: seconds in `Retry-After`. The default of `status` is then 429. Default: with status
   * 429, the length of the rate-limit window, 300.
   */
  retry_after: effect<number>(wholeNumberCheck(0), {
    at: 'request',
    label: (seconds) => `Retry-After ${String(seconds)}`,
    choices: { request: [choice('429 with Retry-After 60', { status: 429, retry_after: 60 })] },
  }),
  /** The response takes this many milliseconds of the emulator's clock. */
  latency_ms: effect<number>(milliseconds, {
    label: (ms) => `latency ${duration(ms)}`,
    choices: {
      request: [choice('8 seconds of latency', { latency_ms: 8_000 })],
      delivery: [choice('8 seconds of latency', { latency_ms: 8_000 })],
    },
  }),
  /**
   * No response arrives. `before`: the write is not made, or the delivery does not arrive. `after`: the
   * write is made, or the delivery arrives after the timeout. A request rejects after 300 s of
   * the emulator's clock, unless the client cancels it earlier. The error of `emulator.fetch` then has the
   * cause `Headers Timeout Error`.
   */
  timeout: effect<'before' | 'after'>(oneOf('before', 'after'), {
    conflicts: ['status', 'retry_after', 'reset', 'body', 'latency_ms'],
    label: (time, at) => timeoutLabels[at][time === 'before' ? 'before' : 'after'],
    choices: {
      request: [
        choice(timeoutLabels.request.before, { timeout: 'before' }),
        choice(timeoutLabels.request.after, { timeout: 'after' }),
      ],
      delivery: [
        choice(timeoutLabels.delivery.before, { timeout: 'before' }),
        choice(timeoutLabels.delivery.after, { timeout: 'after' }),
      ],
    },
  }),
  /** The connection is reset before the request or the delivery has an effect. */
  reset: effect<boolean>(flag, {
    conflicts: ['status', 'retry_after', 'body'],
    label: () => 'connection reset',
    choices: {
      request: [choice('connection reset', { reset: true })],
      delivery: [choice('connection reset', { reset: true })],
    },
  }),
  /** Requests only: how the body of the response is damaged. */
  body: effect<'truncated' | 'malformed' | 'empty'>(oneOf('truncated', 'malformed', 'empty'), {
    at: 'request',
    label: (damage) => `${String(damage)} body`,
    choices: {
      request: [
        choice('truncated JSON', { body: 'truncated' }),
        choice('malformed JSON', { body: 'malformed' }),
        choice('empty body', { body: 'empty' }),
      ],
    },
  }),
  /** Requests only: an act that runs before the request, for example between two pages. */
  change: effect<FaultChange>(changeCheck, {
    at: 'request',
    label: (change) => `change ${quoteValue(change)}`,
    choices: {},
  }),
  /** Deliveries only: the delivery arrives, and the response of the receiver is lost. */
  response: effect<'lost'>(oneOf('lost'), {
    at: 'delivery',
    conflicts: ['status', 'timeout', 'reset'],
    label: () => 'response lost',
    choices: { delivery: [choice('response lost', { response: 'lost' })] },
  }),
  /** Deliveries only: the delivery is never sent. */
  drop: effect<boolean>(flag, {
    at: 'delivery',
    conflicts: 'all',
    label: () => 'dropped',
    choices: { delivery: [choice('dropped', { drop: true })] },
  }),
  /** Deliveries only: the delivery is sent twice, with the same id. */
  duplicate: effect<boolean>(flag, {
    at: 'delivery',
    conflicts: ['status', 'timeout', 'reset'],
    label: () => 'sent twice',
    choices: { delivery: [choice('sent twice', { duplicate: true })] },
  }),
  /** Deliveries only: the delivery is sent this many milliseconds later. The outages that are active then apply. */
  delay_ms: effect<number>(milliseconds, {
    at: 'delivery',
    label: (ms) => `${duration(ms)} late`,
    choices: { delivery: [choice('10 minutes late', { delay_ms: 600_000 })] },
  }),
  /** Deliveries only: the next delivery to the same webhook is sent first, if there is one within a minute. */
  reorder: effect<boolean>(flag, {
    at: 'delivery',
    conflicts: ['delay_ms'],
    label: () => 'after the next delivery',
    choices: { delivery: [choice('after the next delivery', { reorder: true })] },
  }),
  /** Deliveries only: the signature is missing, or does not match. */
  signature: effect<'missing' | 'wrong'>(oneOf('missing', 'wrong'), {
    at: 'delivery',
    label: (state) => `${String(state)} signature`,
    choices: {
      delivery: [
        choice('missing signature', { signature: 'missing' }),
        choice('wrong signature', { signature: 'wrong' }),
      ],
    },
  }),
  /** Deliveries only: the delivery is signed with a timestamp this many seconds earlier. */
  age_s: effect<number>(wholeNumberCheck(0, durationMaxMs / 1_000), {
    at: 'delivery',
    contradiction: ({ signature }) =>
      signature === 'missing'
        ? { reason: 'an unsigned delivery has no timestamp', advice: 'Leave "age_s" out.' }
        : undefined,
    label: (seconds) => `signed ${stringifyDuration(Number(seconds) * 1_000)} earlier`,
    choices: { delivery: [choice('signed an hour ago', { age_s: 3_600 })] },
  }),
}

/** What happens to a request or a delivery that a fault hits. */
export interface FaultEffect extends OptionsOf<typeof faultEffects>, Named {}
