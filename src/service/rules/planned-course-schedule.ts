/** The dates of a planned course and their effect on its status and enrollments. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { addDays, assertDateOrder } from '../fields/dates.ts'
import { enrollmentStatusOn, statusAfterDateChange } from './enrollment-status.ts'
import { countsFirstDay, movesBack, enrollmentEndDate } from '../behaviours/planning.ts'

type PlannedCourseRow = Rows['planned_courses']

/** Returns the end date of an enrollment that starts on a day. `days` is the duration of a course without one. */
export function endDateOfEnrollment(
  { type, end_date, duration }: PlannedCourseRow,
  start_date: string,
  days = countsFirstDay.range.default,
): string | null {
  if (type !== 'FlexiblePlannedCourse') return end_date
  return addDays(start_date, Math.max(duration ?? days, 1) - 1)
}

/** Flexible course: its duration. Fixed course: its number of meetings, or else of calendar days. */
export function courseDurationDays(tx: d.Tx, row: PlannedCourseRow): number | null {
  if (row.type === 'FlexiblePlannedCourse') return row.duration
  const meetings = tx.count('meetings', { planned_course_id: row.id })
  if (meetings > 0) return meetings
  if (row.end_date === null) return null
  return (Date.parse(row.end_date) - Date.parse(row.start_date)) / d.dayMs + 1
}

export function countRequestedPlaces(tx: d.Tx, planned_course_id: number): number {
  return tx
    .where('orders', { planned_course_id, status: 'requested' })
    .reduce((sum, { id }) => sum + tx.count('order_items', { order_id: id }), 0)
}

/** Returns the status that the dates imply on a day. A flexible course is always active. */
export function courseStatusOn(
  today: string,
  row: Pick<PlannedCourseRow, 'type' | 'start_date' | 'end_date'>,
) {
  if (row.type === 'FlexiblePlannedCourse') return 'active'
  const state = enrollmentStatusOn(today, row.start_date, row.end_date)
  return state === 'confirmed' ? 'planned' : state
}

/** Returns the status of a course after its dates changed. A canceled course stays canceled. */
export function courseStatusAfterDateChange(tx: d.Tx, row: PlannedCourseRow) {
  if (row.status === 'canceled') return row.status
  const status = courseStatusOn(tx.today, row)
  if (row.status !== 'completed' || status === 'completed') return status
  return tx.assumes(movesBack) ? status : row.status
}

/** Refuses dates that do not fit the type and each other. A flexible course starts today by default. */
export function assertCourseDates(tx: d.Tx, { type, ...dates }: Partial<PlannedCourseRow>): void {
  if (type === 'FixedPlannedCourse' && dates.start_date === undefined) {
    throw d.unprocessable({ start_date: ['is required for a fixed course'] })
  }
  assertDateOrder({ ...dates, start_date: dates.start_date ?? tx.today })
}

/** Copies the dates of a fixed course to its enrollments. */
export function updateEnrollmentDates(
  tx: d.Tx,
  { id, type, start_date, end_date }: PlannedCourseRow,
): void {
  if (type !== 'FixedPlannedCourse') return
  tx.logBehaviour(enrollmentEndDate)
  for (const enrollment of tx.where('enrollments', { planned_course_id: id })) {
    const status = statusAfterDateChange(tx, enrollment, { start_date, end_date })
    tx.update('enrollments', enrollment.id, { start_date, end_date, status })
  }
}
