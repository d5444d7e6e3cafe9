/** Arithmetic and checks of calendar days. */
import * as d from '../../engine/define/define.ts'

/** Adds days to a calendar day. */
export const addDays = (day: string, days: number): string => d.dayText(d.dayNumber(day) + days)

export const addSeconds = (moment: string, seconds: number): string =>
  new Date(Date.parse(moment) + seconds * 1_000).toISOString()

/** Returns the day if it is a workday, or else the next workday; with a step of -1, the previous one. */
export function nearestWorkday(day: string, step: 1 | -1 = 1): string {
  const weekday = d.weekdayOf(d.dayNumber(day))
  return weekday === 0 || weekday === 6 ? nearestWorkday(addDays(day, step), step) : day
}

/** Adds workdays to the first workday on or after the day. */
export function addWorkdays(day: string, count: number): string {
  let last = nearestWorkday(day)
  for (let i = 0; i < count; i += 1) last = nearestWorkday(addDays(last, 1))
  return last
}

interface DateRange {
  readonly start_date?: string | null | undefined
  readonly end_date?: string | null | undefined
}

/** Refuses an end date before the start date. */
export function assertDateOrder({ start_date, end_date }: DateRange): void {
  if (start_date && end_date && end_date < start_date) {
    throw d.unprocessable({ end_date: ['is before the start date'] })
  }
}
