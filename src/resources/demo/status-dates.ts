/** Dates that agree with the status of a course or of an enrollment, whichever of them was said. */
import type { RecipeContext } from '../../define/define.ts'
import { addDays } from '../shared/dates.ts'

/** What stands before its start, between its dates, behind its end. */
type Status = 'planned' | 'confirmed' | 'active' | 'completed' | 'canceled'

export interface StatusDates {
  readonly status?: Status
  readonly start_date?: string | null
  readonly end_date?: string | null
}

/** How long something takes of which only the start was said. */
const defaultDurationDays = 14

const isUpcoming = (status: Status): boolean => status === 'planned' || status === 'confirmed'

/** The phase that said dates mean on this day; undefined where none was said. */
export function datePhase({ start_date, end_date }: StatusDates, { day }: RecipeContext) {
  const today = day(0)
  if (start_date && start_date > today) return 'ahead'
  if (start_date) {
    const end = end_date === undefined ? addDays(start_date, defaultDurationDays) : end_date
    return end !== null && end < today ? 'over' : 'on'
  }
  if (!end_date) return undefined
  if (end_date < today) return 'over'
  return end_date < day(3) ? 'on' : 'ahead'
}

/** The start that comes nearest to the usual one, given the status and the end if that was said. */
export function startForStatus(
  preferred: string,
  { status, end_date }: StatusDates,
  { day }: RecipeContext,
): string {
  const latest = end_date && end_date < preferred ? end_date : preferred
  if (status === 'canceled' || status === undefined) return latest
  if (isUpcoming(status)) return latest > day(0) ? latest : day(3)
  return latest < day(0) ? latest : day(status === 'active' ? -3 : -7)
}

/** The end that comes nearest to the usual one, given the status and the start. */
export function endForStatus(
  preferred: string | null,
  row: StatusDates,
  { day }: RecipeContext,
): string | null {
  const { status, start_date } = row
  if (preferred === null) return null
  const begin = start_date ?? preferred
  const end = preferred < begin ? begin : preferred
  if (status === 'active' && end <= day(0)) return day(7)
  if (status === 'completed' && end >= day(0)) return begin < day(-1) ? day(-1) : begin
  return end
}

/** What of status and dates contradicts the rest on this day. */
export function dateConflict({ row, day }: RecipeContext): string | undefined {
  const { status, start_date, end_date } = row as Required<StatusDates>
  const [today, start] = [day(0), start_date ?? '']
  const subject = `what is ${status}`
  if (end_date && end_date < start) {
    return `it would end on ${end_date}, before it starts on ${start}`
  }
  if (isUpcoming(status)) {
    return start <= today ? `${subject} has not begun, but it starts on ${start}` : undefined
  }
  if (status === 'canceled') return undefined
  if (start > today) return `${subject} has begun, but it starts on ${start}`
  if (status === 'active' && end_date && end_date < today) {
    return `${subject} is not over, but it ends on ${end_date}`
  }
  return undefined
}
