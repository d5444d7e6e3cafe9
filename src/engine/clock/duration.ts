/** Parses and formats durations: `90s`, `1h30m`, `2w`, `{ ms: 250 }`. */
import { EmulatorError } from '../errors/errors.ts'
import { isObject, quoteValue } from '../errors/argument-checks.ts'

/** The length of a day in milliseconds. */
export const dayMs = 86_400_000

const unitsMs = { w: 7 * dayMs, d: dayMs, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const

/**
 * A duration: a sum of `w`, `d`, `h`, `m`, `s` and `ms` such as `1h30m`, or a number of milliseconds by its unit.
 *
 * Spaces and decimal fractions are valid in a sum: `1.5h`, `1h 30m`. A number without a unit, a negative or infinite
 * number, an empty string and an unknown unit throw an `EmulatorError` with the code `bad_duration`.
 *
 * @example
 * await emulator.advance('1h30m')
 * await emulator.advance({ ms: 250 })
 */
export type Duration = string | { readonly ms: number }

/** Returns the milliseconds of a duration, or undefined for an invalid duration. */
export function parseDuration(duration: unknown): number | undefined {
  if (isObject(duration)) return parseMilliseconds(duration)
  if (typeof duration !== 'string') return undefined
  const text = duration.replaceAll(' ', '')
  if (!/^(\d+(\.\d+)?(ms|w|d|h|m|s))+$/.test(text)) return undefined
  let sum = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|w|d|h|m|s)/g)) {
    sum += Number(amount) * unitsMs[unit as keyof typeof unitsMs]
  }
  return Math.round(sum)
}

function parseMilliseconds({ ms, ...rest }: Readonly<Record<string, unknown>>): number | undefined {
  const isValid = Number.isFinite(ms) && (ms as number) >= 0 && Object.keys(rest).length === 0
  return isValid ? Math.round(ms as number) : undefined
}

/** Returns the milliseconds of a duration; throws for an invalid duration. */
export function parseDurationMs(duration: unknown, action: string): number {
  const ms = parseDuration(duration)
  if (ms !== undefined) return ms
  // Note: who gives a text may have no other type there, as on a command line.
  const other = typeof duration === 'string' ? '' : ', or { "ms": 250 }'
  throw new EmulatorError('bad_duration', {
    action,
    reason: `${quoteValue(duration)} is not a valid duration`,
    advice: `Give a sum of w, d, h, m, s and ms, such as "1h30m"${other}.`,
  })
}

/** Texts of durations count days, not weeks. */
const shownUnits = Object.entries(unitsMs).filter(([unit]) => unit !== 'w')

/** Formats milliseconds as the shortest sum of units: 299000 is `4m59s`. */
export function stringifyDuration(durationMs: number): string {
  if (durationMs === 0) return '0s'
  let rest = durationMs
  let text = ''
  for (const [unit, unitMs] of shownUnits) {
    const amount = Math.floor(rest / unitMs)
    rest -= amount * unitMs
    if (amount > 0) text += `${amount}${unit}`
  }
  return text
}
