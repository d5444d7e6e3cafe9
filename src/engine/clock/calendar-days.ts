/** Calendar days as numbers. A world has few days and many rows, so each day is converted once. */
import { dayMs } from './duration.ts'
import { isCalendarDay } from './timestamps.ts'
import { RecentValues } from '../store/recent-values.ts'

/** The minimum number of cached days of each kind. */
const daysMin = 10_000

const numbers = new RecentValues<string, number>(daysMin, () => new Map())
const texts = new RecentValues<number, string>(daysMin, () => new Map())

/** Returns the number of days from 1970-01-01 to a day or a timestamp. */
export function dayNumber(day: string): number {
  let number = numbers.get(day)
  if (number === undefined) {
    number = Math.floor(Date.parse(day) / dayMs)
    numbers.set(day, number)
  }
  return number
}

/** Returns the day, `yyyy-MM-dd`, with a number of days since 1970-01-01. */
export function dayText(number: number): string {
  let text = texts.get(number)
  if (text === undefined) {
    text = new Date(number * dayMs).toISOString().slice(0, 10)
    texts.set(number, text)
  }
  return text
}

/** The weekday of 1970-01-01: a Thursday. Sunday is 0. */
const firstWeekday = 4

/** Returns the weekday of a day: 0 for Sunday, 6 for Saturday. */
export const weekdayOf = (number: number): number => (((number + firstWeekday) % 7) + 7) % 7

/** Returns the day of a moment in the tenant's time zone. A day, or a day beyond the year 9999, stays. */
export function tenantDay(text: string, dayOf: (timestamp: string) => string): string {
  if (isCalendarDay(text)) return text
  const day = dayOf(text)
  return isCalendarDay(day) ? day : text
}
