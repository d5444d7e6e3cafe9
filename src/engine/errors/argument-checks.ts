/** Validates arguments that come from test code or from the control plane. */
import { EmulatorError, unknownNameError } from './errors.ts'

/** Formats a value for an error message: strings in quotes, other values as in code. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null || value instanceof Date) return String(value)
  if (isPromise(value)) return 'a promise'
  const { constructor } = value
  const isLiteral = isPlainObject(value) || Array.isArray(value)
  if (typeof constructor === 'function' && !isLiteral && !('toJSON' in value))
    return `an instance of ${constructor.name}`
  try {
    return shortened((JSON.stringify(value) as string | undefined) ?? 'an object')
  } catch {
    return 'an object'
  }
}

/** The longest JSON in a message. */
const quotedMax = 200

const shortened = (json: string): string =>
  json.length > quotedMax ? `${json.slice(0, quotedMax)}…` : json

/** Returns whether a value is an object but not an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether a value is an object of a literal or without a prototype: no instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Returns whether a value is a promise, also one of another library. */
export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { then?: unknown }).then === 'function'

/** Whether a value matches others: a regular expression, or a matcher of a test runner. */
export const isMatcher = (value: unknown): boolean =>
  value instanceof RegExp || (isObject(value) && 'asymmetricMatch' in value)

/** Throws for options that are not an object, and for an unknown key; the error names the nearest known key. */
export function assertKnownKeys(
  given: unknown,
  known: readonly string[],
  action: string,
): asserts given is object {
  if (!isObject(given)) {
    const reason = `the options are ${quoteValue(given)}`
    throw new EmulatorError('bad_option', { action, reason, advice: 'Give an object.' })
  }
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) throw unknownNameError('key', key, known, action)
  }
}

/** Throws for a name that is not known; the error has the nearest known name. Accepts `undefined`. */
export function assertKnownName<K extends string>(
  kind: string,
  name: unknown,
  known: Iterable<K>,
  action?: string,
): asserts name is K | undefined {
  if (name === undefined) return
  // Note: the keys of a map can be iterated only once.
  const names: readonly unknown[] = [...known]
  if (!names.includes(name)) throw unknownNameError(kind, name, names as readonly K[], action)
}

/** A check of one value, with the text that describes valid values. */
export interface ValueCheck {
  readonly isValid: (value: unknown) => boolean
  /** The valid values, as the object of "Give": `a whole number from 1`. */
  readonly expected: string
}

export const wholeNumberCheck = (min: number, max = Number.MAX_SAFE_INTEGER): ValueCheck => ({
  isValid: (value) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max,
  expected:
    max < Number.MAX_SAFE_INTEGER
      ? `a whole number from ${min} to ${max}`
      : `a whole number from ${min}`,
})

/** A check for a limit: a whole number or Infinity. */
export const limitCheck = (min: number): ValueCheck => ({
  isValid: (value) => value === Infinity || wholeNumberCheck(min).isValid(value),
  expected: `${wholeNumberCheck(min).expected}, or Infinity`,
})

export const integerCheck: ValueCheck = {
  isValid: Number.isSafeInteger,
  expected: 'a whole number',
}

export const textCheck: ValueCheck = {
  isValid: (value) => typeof value === 'string',
  expected: 'a string',
}

export const booleanCheck: ValueCheck = {
  isValid: (value) => typeof value === 'boolean',
  expected: 'true or false',
}

export const functionCheck: ValueCheck = {
  isValid: (value) => typeof value === 'function',
  expected: 'a function',
}

export const signalCheck: ValueCheck = {
  isValid: (value) => isObject(value) && typeof value['aborted'] === 'boolean',
  expected: 'an AbortSignal, such as the `signal` of the test',
}

/** Where an invalid value stands, for the error. */
export interface ValuePlace {
  readonly code: string
  readonly action: string
  readonly name: string
}

/** Throws for an invalid value; accepts `undefined`. */
export function assertValue(
  value: unknown,
  { isValid, expected }: ValueCheck,
  { code, action, name }: ValuePlace,
): void {
  if (value === undefined || isValid(value)) return
  throw new EmulatorError(code, {
    action,
    reason: `"${name}" is ${quoteValue(value)}`,
    advice: `Give ${expected}.`,
  })
}
