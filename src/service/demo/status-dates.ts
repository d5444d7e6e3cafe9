/** Dates that agree with the status of a planned course or an enrollment, and the reverse. */
import * as d from '../../engine/define/define.ts'
import { addDays } from '../fields/dates.ts'

/** The statuses of planned courses and enrollments. */
type Status = 'planned' | 'confirmed' | 'active' | 'completed' | 'canceled'

interface StatusDates {
  readonly status?: Status
  readonly start_date?: string | null
  readonly end_date?: string | null
}

/** The duration if only the start date is given. */
const defaultDurationDays = 14

const isUpcoming = (status: Status): boolean => status === 'planned' || status === 'confirmed'

/** Returns the phase of the given dates on the current day, or undefined without dates. */
export function datePhase({ start_date, end_date }: StatusDates, { day }: d.RecipeContext) {
  const today = day(0)
  if (start_date && start_date > today) return 'upcoming'
  if (start_date) {
    const end = end_date === undefined ? addDays(start_date, defaultDurationDays) : end_date
    return end !== null && end < today ? 'past' : 'ongoing'
  }
  if (!end_date) return undefined
  if (end_date < today) return 'past'
  return end_date < day(3) ? 'ongoing' : 'upcoming'
}

/** Returns the start date closest to the preferred one that agrees with the status and the end date. */
export function startForStatus(
  preferred: string,
  { status, end_date }: StatusDates,
  { day }: d.RecipeContext,
): string {
  const latest = end_date && end_date < preferred ? end_date : preferred
  if (status === 'canceled' || status === undefined) return latest
  if (isUpcoming(status)) return latest > day(0) ? latest : day(3)
  return latest < day(0) ? latest : day(status === 'active' ? -3 : -7)
}

/** Returns the end date closest to the preferred one that agrees with the status and the start date. */
export function endForStatus(
  preferred: string | null,
  row: StatusDates,
  { day }: d.RecipeContext,
): string | null {
  const { status, start_date } = row
  if (preferred === null) return null
  const begin = start_date ?? preferred
  const end = preferred < begin ? begin : preferred
  if (status === 'active' && end <= day(0)) return day(7)
  if (status === 'completed' && end >= day(0)) return begin < day(-1) ? day(-1) : begin
  return end
}

/** Returns why the status contradicts the dates on the current day, or undefined if it does not. */
export function dateConflict({ row, day }: d.RecipeContext): string | undefined {
  const { status, start_date, end_date } = row as Required<StatusDates>
  const [today, start] = [day(0), start_date ?? '']
  const statusText = `the status is "${status}", but`
  if (end_date && end_date < start) {
    return `the end date ${end_date} is before the start date ${start}`
  }
  if (isUpcoming(status)) {
    return start <= today ? `${statusText} the start date ${start} is not in the future` : undefined
  }
  if (status === 'canceled') return undefined
  if (start > today) return `${statusText} the start date ${start} is in the future`
  if (status === 'active' && end_date && end_date < today) {
    return `${statusText} the end date ${end_date} is in the past`
  }
  return undefined
}
