/** Statuses and end dates of demo enrollments, which other demo records follow. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { countItemNumbers } from './bookings.ts'
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

/** The active order of a planned course whose item has this number. */
export function orderOfEnrollment(tx: d.Tx, number: number): Rows['orders'] | undefined {
  const order = tx.find('orders', tx.find('order_items', number)?.order_id)
  return order?.status === 'active' && order.planned_course_id !== null ? order : undefined
}

/**
 * Returns the planned course of the enrollment with this number: of its item, or else the next one for numbers
 * after all items. A number whose item is not active has no course, and no enrollment.
 */
export function demoCourseOfEnrollment(
  tx: d.Tx,
  number: number,
): Rows['planned_courses'] | undefined {
  const place = number - countItemNumbers(tx)
  return tx.find(
    'planned_courses',
    place > 0 ? place : orderOfEnrollment(tx, number)?.planned_course_id,
  )
}

/**
 * Whether the enrollment with this number is passed, unless its student or a full course prevents it.
 * The result depends on the number and the course only, so it does not change when users are added.
 */
export function isLikelyPassed({ tx, day }: d.RecipeContext, number: number): boolean {
  const course =
    tx.find('planned_courses', tx.find('enrollments', number)?.planned_course_id) ??
    demoCourseOfEnrollment(tx, number)
  if (!course || course.status === 'canceled') return false
  const end_date = endDateOfEnrollment(course, course.start_date)
  if (enrollmentStatusOn(day(0), course.start_date, end_date) !== 'completed') return false
  const isOrdered = orderOfEnrollment(tx, number) !== undefined
  if (!isOrdered && tx.random('enrollments', number, 'status').next() < canceledShare) return false
  return tx.random('enrollments', number, 'graduation_state').pick(demoJudgements) === 'passed'
}
