/** Enrolling a student in a planned course. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { hasFreePlaces } from './course-places.ts'
import { endDateOfEnrollment } from './planned-course-schedule.ts'
import {
  countsFirstDay,
  enrollmentEndDate,
  createdByDates,
  refusesEnrollment,
} from '../behaviours/planning.ts'
import { enrollmentStatusOn } from './enrollment-status.ts'

type EnrollmentRow = Rows['enrollments']

export const isEnrolled = (tx: d.Tx, student_id: number, planned_course_id: number): boolean =>
  tx
    .where('enrollments', { student_id, planned_course_id })
    .some(({ status }) => status !== 'canceled')

type EnrollmentInput = Pick<EnrollmentRow, 'student_id' | 'planned_course_id' | 'order_id'>

/** Inserts an enrollment with the dates of the course; in a flexible course it starts today. */
export function createEnrollment(tx: d.Tx, values: EnrollmentInput): EnrollmentRow {
  tx.logBehaviour(enrollmentEndDate)
  const planned = tx.get('planned_courses', values.planned_course_id)
  const isFlexible = planned.type === 'FlexiblePlannedCourse'
  const days = isFlexible ? tx.numberFor(countsFirstDay) : undefined
  const start_date = isFlexible ? tx.today : planned.start_date
  const end_date = endDateOfEnrollment(planned, start_date, days)
  const status = enrollmentStatusOn(tx.today, start_date, end_date)
  const row = { ...values, start_date, end_date, status }
  if (status === 'confirmed' || tx.assumes(createdByDates)) return tx.insert('enrollments', row)
  const { id } = tx.insert('enrollments', { ...row, status: 'confirmed' })
  return tx.withOwnEvents(() => tx.update('enrollments', id, { status }))
}

/** Enrolls a student without an order, as an administrator does. */
export function enroll(tx: d.Tx, student_id: number, planned_course_id: number): EnrollmentRow {
  const planned = tx.get('planned_courses', planned_course_id)
  const errors =
    planned.status === 'canceled' || planned.status === 'completed'
      ? { planned_course_id: [`is ${planned.status}`] }
      : !hasFreePlaces(tx, planned)
        ? { planned_course_id: ['is full'] }
        : isEnrolled(tx, student_id, planned_course_id)
          ? { student_id: ['is already enrolled'] }
          : undefined
  if (errors && tx.assumes(refusesEnrollment)) throw d.unprocessable(errors, refusesEnrollment)
  return createEnrollment(tx, { student_id, planned_course_id, order_id: null })
}
