/** Arithmetic and checks of calendar days. */
import * as d from '../../engine/define/define.ts'

/** Adds days to a calendar day. */
export const addDays = (day: string, days: number): string => d.dayText(d.dayNumber(day) + days)

export const addSeconds = (moment: string, seconds: number): string =>
  new Date(Date.parse(moment) + seconds * 1_000).toISOString()

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
