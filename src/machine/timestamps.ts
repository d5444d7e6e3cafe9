/** Reads moments and spans of time as somebody said them, or says what is wrong with them. */
import { parseDuration } from './duration.ts'
import { EmulatorError } from './errors.ts'
import { quoteValue } from './argument-checks.ts'

/** Behind it a year has five digits, which the service has no form for; no clock comes farther. */
export const lastTimestampMs = Date.parse('9999-12-31T23:59:59.999Z')

/** The first moment whose year has four digits. */
const firstTimestampMs = Date.parse('0000-01-01T00:00:00.000Z')

/** A span of time in milliseconds. */
export function durationMsFrom(duration: unknown, action: string): number {
  const ms = parseDuration(duration as string)
  if (ms !== undefined) return ms
  throw new EmulatorError('bad_duration', {
    action,
    reason: `${quoteValue(duration)} is no duration`,
    advice: 'Write a sum of d, h, m, s and ms, such as "1h30m", or milliseconds as a number.',
  })
}

/** The moment so much later, if a clock may come that far. */
export function addDuration(nowMs: number, durationMs: number, action: string): number {
  const endMs = nowMs + durationMs
  if (endMs <= lastTimestampMs) return endMs
  throw new EmulatorError('bad_duration', {
    action,
    reason: `it would come to a moment behind ${new Date(lastTimestampMs).toISOString()}`,
    advice: 'Give a shorter span of time.',
  })
}

/** A moment in milliseconds since 1970; undefined for what is none, or lies where no clock comes. */
export function parseTimestampMs(value: unknown): number | undefined {
  const isDate = value instanceof Date
  if (!isDate && typeof value !== 'string') return undefined
  const ms = isDate ? value.getTime() : Date.parse(value)
  return ms >= firstTimestampMs && ms <= lastTimestampMs ? ms : undefined
}
