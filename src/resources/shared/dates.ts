/** What dates have to do with one another: which goes before, and which is so many days off. */
import { dayMs, unprocessable } from '../../define/define.ts'

/** The day so many days after another. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

export const addSeconds = (moment: string, seconds: number): string =>
  new Date(Date.parse(moment) + seconds * 1_000).toISOString()

/** The day itself, or the nearest behind it that is neither Saturday nor Sunday; with -1, before it. */
export function nearestWorkday(day: string, step: 1 | -1 = 1): string {
  const weekday = new Date(day).getUTCDay()
  return weekday === 0 || weekday === 6 ? nearestWorkday(addDays(day, step), step) : day
}

/** The last of so many working days in a row. */
export function addWorkdays(day: string, count: number): string {
  let last = nearestWorkday(day)
  for (let i = 0; i < count; i += 1) last = nearestWorkday(addDays(last, 1))
  return last
}

interface DateRange {
  readonly start_date?: string | null | undefined
  readonly end_date?: string | null | undefined
}

/** Refuses an end before the start. */
export function assertDateOrder({ start_date, end_date }: DateRange): void {
  if (start_date && end_date && end_date < start_date) {
    throw unprocessable({ end_date: ['is before the start'] })
  }
}
