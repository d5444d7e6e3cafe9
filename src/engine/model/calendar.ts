/** Converts between timestamps and calendar days of a time zone. */
import { resolveTimeZone } from '../clock/time-zone.ts'
import { dayMs } from '../clock/duration.ts'

const quarterMs = 900_000
const weekMs = 7 * dayMs

/** The maximum number of cached results of each kind. The cache is emptied above it. */
const resultsMax = 10_000

/** Caches the results of a function of a time zone and another value. */
function cachedByZone<K, V>(compute: (key: K, zone: string) => V): (key: K, zone: string) => V {
  const zones = new Map<string, Map<K, V>>()
  return (key, zone) => {
    let results = zones.get(zone)
    if (!results || results.size >= resultsMax) zones.set(zone, (results = new Map<K, V>()))
    let result = results.get(key)
    if (result === undefined) results.set(key, (result = compute(key, zone)))
    return result
  }
}

export interface Calendar {
  /** Returns the calendar day, `yyyy-MM-dd`, of a timestamp in a time zone. */
  dayAt(ms: number, zone: string): string
  /** Returns the timestamp at which a day begins in a time zone, in milliseconds since 1970. */
  startOfDay(day: string, zone: string): number
}

export function createCalendar(): Calendar {
  const offsetAt = cachedByZone((ms: number, zone) => zonedTimeAsUtc(ms, zone) - ms)

  // Note: no time zone has changed its offset and changed it back within a week since 1970.
  /** Returns the offset of a time zone in the whole week with this number; null if it changes. */
  const weekOffset = cachedByZone((week: number, zone): number | null => {
    const offset = offsetAt(week * weekMs, zone)
    return offset === offsetAt((week + 1) * weekMs, zone) ? offset : null
  })

  // Note: time zones change their offset only at a quarter of an hour, so one entry per quarter suffices.
  /** Returns the offset of a time zone from UTC at a timestamp. */
  const offsetMs = (ms: number, zone: string): number =>
    weekOffset(Math.floor(ms / weekMs), zone) ??
    offsetAt(Math.floor(ms / quarterMs) * quarterMs, zone)

  return {
    dayAt: cachedByZone((ms: number, zone) =>
      new Date(ms + offsetMs(ms, zone)).toISOString().slice(0, 10),
    ),
    startOfDay: cachedByZone((day: string, zone) => {
      const midnight = Date.parse(`${day}T00:00:00.000Z`)
      const guess = midnight - offsetMs(midnight, zone)
      const begin = midnight - offsetMs(guess, zone)
      // Note: if daylight saving time starts at midnight, the day begins at one o'clock.
      const isBefore = begin + offsetMs(begin, zone) < midnight
      return isBefore ? midnight - offsetMs(begin, zone) : begin
    }),
  }
}

/** Returns the next calendar day. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + dayMs).toISOString().slice(0, 10)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time of a zone at a timestamp, interpreted as UTC. */
function zonedTimeAsUtc(ms: number, zone: string): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: resolveTimeZone(zone) ?? zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
    formats.set(zone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(ms).map((part) => [part.type, part.value]))
  const number = (name: string): number => Number(parts[name])
  const month = number('month') - 1
  return Date.UTC(number('year'), month, number('day'), number('hour'), number('minute'))
}
