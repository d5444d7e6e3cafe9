/** Checks what somebody said, in code or over the wire, before anything comes of it. */
import { EmulatorError, unknownName } from './errors.ts'

/** A value as it stands in a message: a text in quotes, anything else as code would have it. */
export function quoted(value: unknown): string {
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
export function insistOnKeys(given: object, known: readonly string[], could: string): void {
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) throw unknownName('key', key, known, could)
  }
}

/** What a value must be, and how to say so. */
export interface Wanted {
  readonly fits: (value: unknown) => boolean
  /** What can be used, after "Give". */
  readonly wanted: string
}

export const whole = (least: number, most = Number.MAX_SAFE_INTEGER): Wanted => ({
  fits: (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  wanted:
    most < Number.MAX_SAFE_INTEGER
      ? `a whole number from ${least} to ${most}`
      : `a whole number from ${least}`,
})

/** Refuses a value that is not what is wanted; one that was left out is not looked at. */
export function insistOn(
  value: unknown,
  { fits, wanted }: Wanted,
  { code, could, name }: { readonly code: string; readonly could: string; readonly name: string },
): void {
  if (value === undefined || fits(value)) return
  throw new EmulatorError(code, {
    could,
    because: `"${name}" is ${quoted(value)}`,
    advice: `Give ${wanted}.`,
  })
}
