/** Checks what somebody said, in code or over the wire, before anything comes of it. */
import { EmulatorError, unknownNameError } from './errors.ts'

/** A value as it stands in a message: a text in quotes, anything else as code would have it. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null || value instanceof Date) return String(value)
  try {
    return JSON.stringify(value)
  } catch {
    return 'an object'
  }
}

/** Whether a value has keys that can be looked at one by one: an object, and no list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Refuses keys that nobody knows, and names the nearest that is known. */
export function assertKnownKeys(given: object, known: readonly string[], action: string): void {
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) throw unknownNameError('key', key, known, action)
  }
}

/** What a value must be, and how to say so. */
export interface ValueCheck {
  readonly isValid: (value: unknown) => boolean
  /** What can be used, after "Give". */
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

/** Refuses a value that is not what is wanted; one that was left out is not looked at. */
export function assertValue(
  value: unknown,
  { isValid, expected }: ValueCheck,
  {
    code,
    could: action,
    name,
  }: { readonly code: string; readonly could: string; readonly name: string },
): void {
  if (value === undefined || isValid(value)) return
  throw new EmulatorError(code, {
    action,
    reason: `"${name}" is ${quoteValue(value)}`,
    advice: `Give ${expected}.`,
  })
}
