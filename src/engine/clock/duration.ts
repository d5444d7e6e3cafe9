/** Parses and formats durations: `90s`, `1h30m`, `4m59s`; a number is milliseconds. */
import { EmulatorError } from '../errors/errors.ts'
import { quoteValue } from '../errors/argument-checks.ts'

/** The length of a day in milliseconds. */
export const dayMs = 86_400_000

const unitsMs = { d: dayMs, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const

/**
 * A duration: a number of milliseconds, or a sum of `d`, `h`, `m`, `s` and `ms` such as `1h30m`.
 *
 * Spaces and decimal fractions are valid in a sum: `1.5h`, `1h 30m`. A negative or infinite number, an
 * empty string and an unknown unit throw an `EmulatorError` with the code `bad_duration`.
 *
 * @example
 * await emulator.advance('1h30m')
 */
export type Duration = number | string

/** Returns the milliseconds of a duration, or undefined for an invalid duration. */
export function parseDuration(duration: Duration): number | undefined {
  if (typeof duration === 'number') {
    return Number.isFinite(duration) && duration >= 0 ? Math.round(duration) : undefined
  }
  // Note: JavaScript callers may pass any value.
  if (typeof duration !== 'string') return undefined
  const text = duration.replaceAll(' ', '')
  if (!/^(\d+(\.\d+)?(ms|d|h|m|s))+$/.test(text)) return undefined
  let sum = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|d|h|m|s)/g)) {
    sum += Number(amount) * unitsMs[unit as keyof typeof unitsMs]
  }
  return Math.round(sum)
}

/** Returns the milliseconds of a duration; throws for an invalid duration. */
export function parseDurationMs(duration: unknown, action: string): number {
  const ms = parseDuration(duration as string)
  if (ms !== undefined) return ms
  throw new EmulatorError('bad_duration', {
    action,
    reason: `${quoteValue(duration)} is not a valid duration`,
    advice: 'Give a sum of d, h, m, s and ms, such as "1h30m", or a number of milliseconds.',
  })
}

/** Formats milliseconds as the shortest sum of units: 299000 is `4m59s`. */
export function stringifyDuration(durationMs: number): string {
  if (durationMs === 0) return '0s'
  let rest = durationMs
  let text = ''
  for (const [unit, unitMs] of Object.entries(unitsMs)) {
    const amount = Math.floor(rest / unitMs)
    rest -= amount * unitMs
    if (amount > 0) text += `${amount}${unit}`
  }
  return text
}
