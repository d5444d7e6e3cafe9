/** Parses timestamps and limits the range of the clock. */
import { EmulatorError } from '../errors/errors.ts'

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

const isoFormat = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/

/**
 * Returns the milliseconds since 1970 of an ISO 8601 date, or of a date and a time with a zone; undefined
 * for any other text.
 */
export function parseIsoTimestampMs(text: string): number | undefined {
  const ms =
    isoFormat.test(text) && isCalendarDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

/** Returns whether a text is a valid calendar day in the format of the API, `yyyy-MM-dd`. */
export function isCalendarDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00.000Z`)
  // Note: `Date.parse` alone accepts 30 February and returns 2 March.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/**
 * Returns the milliseconds since 1970 of a `Date` or an ISO 8601 text; undefined if it is invalid or out
 * of range.
 */
export function parseTimestampMs(value: unknown): number | undefined {
  const isDate = value instanceof Date
  if (!isDate && typeof value !== 'string') return undefined
  const ms = isDate ? value.getTime() : parseIsoTimestampMs(value)
  return ms !== undefined && ms >= firstTimestampMs && ms <= lastTimestampMs ? ms : undefined
}

let lastMs = Number.NaN
let lastText = ''

// Note: consecutive calls often have the same time, so the last text is cached.
/** Formats milliseconds since 1970 as `yyyy-MM-ddTHH:mm:ss.SSSZ`. */
export function formatIsoTimestamp(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms
    lastText = new Date(ms).toISOString()
  }
  return lastText
}
