/** Checks the limits among the options: the rate limit, the delivery policy and the size of the journal. */
import type { DeliveryPolicy } from '../deliver/delivery-policy.ts'
import {
  assertKnownKeys,
  assertValue,
  assertValues,
  isObject,
  quoteValue,
  type ValueCheck,
  wholeNumberCheck,
} from '../errors/argument-checks.ts'
import { EmulatorError } from '../errors/errors.ts'
import { type Duration, parseDuration } from '../clock/duration.ts'
import type { RateLimit } from '../serve/rate-limiter.ts'
import type { Latency } from '../serve/call.ts'

/** What fails when an option is invalid. */
export const createAction = 'create an emulator'

export const badOption = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_option', { action: createAction, reason, advice })

/** A check for a limit: a whole number or Infinity. */
export const limitCheck = (min: number): ValueCheck => ({
  isValid: (value) => value === Infinity || wholeNumberCheck(min).isValid(value),
  expected: `${wholeNumberCheck(min).expected}, or Infinity`,
})

export const rateLimitChecks: Readonly<Record<keyof RateLimit, ValueCheck>> = {
  requestsPerWindowMax: limitCheck(0),
  windowMs: wholeNumberCheck(1),
}

export const deliveryChecks: Readonly<Record<keyof DeliveryPolicy, ValueCheck>> = {
  timeoutMs: wholeNumberCheck(1),
  retryDelaysMs: {
    isValid: (waits) => Array.isArray(waits) && waits.every(wholeNumberCheck(0).isValid),
    expected: 'a list of milliseconds, each a whole number from 0',
  },
  maxInFlight: limitCheck(1),
  maxQueued: limitCheck(0),
  maxFinished: limitCheck(1),
}

const latencyChecks: Readonly<Record<keyof Latency, ValueCheck>> = {
  readMs: wholeNumberCheck(0),
  writeMs: wholeNumberCheck(0),
}

const latencyCheck: ValueCheck = {
  isValid: (given) => isObject(given) || parseDuration(given) !== undefined,
  expected: 'a duration such as "80ms", or { readMs, writeMs }',
}

/** Returns the latency of responses; undefined if no response takes time. */
export function latencyFrom(
  given: Duration | Partial<Latency> | undefined,
  action = createAction,
): Latency | undefined {
  assertValue(given, latencyCheck, { code: 'bad_option', action, name: 'latency' })
  const ms = parseDuration(given)
  const both = ms === undefined ? (given as Partial<Latency>) : { readMs: ms, writeMs: ms }
  const none = { readMs: 0, writeMs: 0 }
  const latency = limitsFrom('latency', both, none, latencyChecks, action)
  return latency.readMs + latency.writeMs > 0 ? latency : undefined
}

/** Merges the given limits with the defaults. */
export function limitsFrom<T extends object>(
  option: string,
  given: Partial<T> | undefined,
  defaults: T,
  checks: Readonly<Record<keyof T & string, ValueCheck>>,
  action = createAction,
): T {
  if (given === undefined) return defaults
  if (!isObject(given)) throw badOption(`"${option}" is ${quoteValue(given)}`, 'Give an object.')
  assertKnownKeys(given, Object.keys(checks), `read the option "${option}"`)
  assertValues(given, checks, { code: 'bad_option', action }, `${option}.`)
  const provided = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(provided) }
}
