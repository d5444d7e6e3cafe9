/** The days of the tenant in bodies and queries. */
import { isCalendarDay } from '../../clock/timestamps.ts'

/** Returns the day of a moment in the tenant's time zone. A day, or a day beyond the year 9999, stays. */
export function tenantDay(text: string, dayOf: (timestamp: string) => string): string {
  if (isCalendarDay(text)) return text
  const day = dayOf(text)
  return isCalendarDay(day) ? day : text
}
