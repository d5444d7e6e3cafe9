/** Statuses and end dates of demo enrollments, which other demo records follow. */
import * as d from '../../engine/define/define.ts'
import { enrollmentStatusOn } from '../rules/enrollment-status.ts'
import { endDateOfEnrollment } from '../rules/planned-course-schedule.ts'

/** The share of demo enrollments that are canceled regardless of their course. */
export const canceledShare = 0.08

/** Graduation states of completed demo enrollments, by weight. */
export const demoJudgements = [
  'passed',
  'passed',
  'passed',
  'failed',
  'awaiting_judgement',
] as const

/** The course of the active order with this number, even if the order got no place. */
export function orderedCourseId(tx: d.Tx, number: number): number | null | undefined {
  const order = tx.find('orders', number)
  return order?.status === 'active' ? order.planned_course_id : undefined
}

/**
 * Whether the enrollment with this number is passed, unless its student or a full course prevents it.
 * The result depends on the number and the course only, so it does not change when users are added.
 */
export function isLikelyPassed({ tx, day }: d.RecipeContext, number: number): boolean {
  const course = tx.find(
    'planned_courses',
    tx.find('enrollments', number)?.planned_course_id ?? orderedCourseId(tx, number) ?? number,
  )
  if (!course || course.status === 'canceled') return false
  const end_date = endDateOfEnrollment(course, course.start_date)
  if (enrollmentStatusOn(day(0), course.start_date, end_date) !== 'completed') return false
  if (tx.random('enrollments', number, 'status').next() < canceledShare) return false
  return tx.random('enrollments', number, 'graduation_state').pick(demoJudgements) === 'passed'
}
