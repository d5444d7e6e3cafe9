/** The days of the tenant in bodies and queries. */
import { assumed } from '../behaviours.ts'
import { isCalendarDay } from '../../machine/time/timestamps.ts'

export const usesTenantDays = assumed(
  'input.days',
  "a moment that is sent for a date is the day of the moment in the tenant's time zone; a day that is sent for a moment is the begin of the day there",
  { reason: "the dates of the service are days in the tenant's time zone" },
)

/** Returns the day of a moment in the tenant's time zone. A day, or a day beyond the year 9999, stays. */
export function tenantDay(text: string, dayOf: (timestamp: string) => string): string {
  if (isCalendarDay(text)) return text
  const day = dayOf(text)
  return isCalendarDay(day) ? day : text
}
