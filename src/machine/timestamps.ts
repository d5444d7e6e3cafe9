/** Parses timestamps and limits the range of the clock. */
import { EmulatorError } from './errors.ts'

/** The last timestamp with a four-digit year. The clock cannot pass it. */
export const lastTimestampMs = Date.parse('9999-12-31T23:59:59.999Z')

/** The first timestamp with a four-digit year. */
const firstTimestampMs = Date.parse('0000-01-01T00:00:00.000Z')

/** Adds a duration to a timestamp; throws if the result is after `lastTimestampMs`. */
export function addDuration(nowMs: number, durationMs: number, action: string): number {
  const endMs = nowMs + durationMs
  if (endMs <= lastTimestampMs) return endMs
  throw new EmulatorError('bad_duration', {
    action,
    reason: `the new time would be after ${new Date(lastTimestampMs).toISOString()}`,
    advice: 'Give a shorter duration.',
  })
}

/** Returns the milliseconds since 1970 of a timestamp; undefined if it is invalid or out of range. */
export function parseTimestampMs(value: unknown): number | undefined {
  const isDate = value instanceof Date
  if (!isDate && typeof value !== 'string') return undefined
  const ms = isDate ? value.getTime() : Date.parse(value)
  return ms >= firstTimestampMs && ms <= lastTimestampMs ? ms : undefined
}
