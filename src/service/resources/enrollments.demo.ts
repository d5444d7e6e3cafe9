/** Generates enrollments: they follow their planned course, and a student has one place on it. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { attendIfFree, countItemNumbers, teaches } from '../demo/bookings.ts'
import {
  canceledShare,
  demoCourseOfEnrollment,
  demoJudgements,
  orderOfEnrollment,
} from '../demo/enrollment-status.ts'
import { endForStatus, dateConflict, datePhase, startForStatus } from '../demo/status-dates.ts'
import { hasFreePlaces } from '../rules/course-places.ts'
import { isEnrolled } from '../rules/enroll.ts'
import { enrollmentStatusOn } from '../rules/enrollment-status.ts'
import { endDateOfEnrollment } from '../rules/planned-course-schedule.ts'
import { defined } from '../../engine/errors/defined.ts'

type CourseRow = Rows['planned_courses']
type Status = Rows['enrollments']['status']

export const enrollmentRecipe: d.Recipe = {
  rowCounts: d.rowCounts(6, 900, 300_000),
  // A number whose item is not active has no enrollment.
  numbers(tx, amount) {
    const items = countItemNumbers(tx)
    let active = 0
    for (let number = 1; number <= items; number += 1)
      if (orderOfEnrollment(tx, number)) active += 1
    return Math.max(items, amount + items - active)
  },
  generatedAfter: ['meetings', 'order_items', 'teacher_enrollments'],
  defaults: { order_id: null, status: defaultStatus },
  createdBefore: ({ row }) => row['start_date'],
  conflict: dateConflict,
  fields: {
    order_id: ({ number, tx }) => orderOfEnrollment(tx, number)?.id ?? null,
    planned_course_id: ({ number, tx, pick }) =>
      demoCourseOfEnrollment(tx, number)?.id ??
      (number > countItemNumbers(tx) ? pick('planned_courses') : undefined),
    student_id: (context) => {
      const { number, row, tx, pick, parent } = context
      if (row['order_id'] !== null) return tx.find('order_items', number)?.student_id
      const course = parent('planned_course_id') as CourseRow
      return pick('users', (user) => canEnroll(context, user, course))
    },
    start_date: (context) => {
      const { row, parent } = context
      return startForStatus(parent('planned_course_id')['start_date'], row, context)
    },
    end_date: (context) => {
      const course = context.parent('planned_course_id') as CourseRow
      return endForStatus(
        endDateOfEnrollment(course, context.row['start_date']),
        context.row,
        context,
      )
    },
    status: demoStatus,
    graduation_state: ({ row, random }) =>
      row['status'] === 'completed' ? random.pick(demoJudgements) : 'awaiting_judgement',
  },
  parentValues: {
    planned_course_id: ({ row, day }) => ({
      status: courseStatusFor(row, day(0)),
      ...(row['start_date'] && { start_date: row['start_date'] }),
      ...defined({ end_date: row['end_date'] }),
    }),
  },
}

/** Whether the user existed before the course began and does not teach it. */
function canEnroll(
  { tx, timestampAt }: d.RecipeContext,
  user: d.LooseRow,
  { id, start_date }: CourseRow,
): boolean {
  if (user['created_at'] >= timestampAt(start_date, 0)) return false
  return !teaches(tx, user['id'] as number, id)
}

function demoStatus({ parent, row, random, day, tx }: d.RecipeContext): Status {
  const [draw, { order_id, student_id, planned_course_id }] = [random.next(), row]
  const status = enrollmentStatusOn(day(0), row['start_date'], row['end_date'] ?? null)
  if (order_id !== null) return status
  const course = parent('planned_course_id') as CourseRow
  if (course.status === 'canceled' || draw < canceledShare || !hasFreePlaces(tx, course))
    return 'canceled'
  if (isEnrolled(tx, student_id, planned_course_id)) return 'canceled'
  return attendIfFree(tx, student_id, planned_course_id) ? status : 'canceled'
}

const statusByPhase = { upcoming: 'confirmed', ongoing: 'active', past: 'completed' } as const
const statusByCourseStatus = {
  planned: 'confirmed',
  active: 'active',
  completed: 'completed',
  canceled: 'canceled',
} as const

/** Returns the status that agrees with the given graduation state, dates or course. */
function defaultStatus(context: d.RecipeContext): Status {
  const { row, tx } = context
  if ((row['graduation_state'] ?? 'awaiting_judgement') !== 'awaiting_judgement') return 'completed'
  const phase = datePhase(row, context)
  const course = tx.find('planned_courses', row['planned_course_id'])
  return phase ? statusByPhase[phase] : statusByCourseStatus[course?.status ?? 'planned']
}

/** Returns a course status that agrees with the enrollment, or undefined if its dates determine it. */
function courseStatusFor({ status, start_date, end_date }: d.LooseRow, today: string) {
  if (status === 'canceled') return start_date || end_date ? undefined : 'planned'
  if (status === 'completed') return end_date && end_date >= today ? 'active' : 'completed'
  return status === 'active' ? 'active' : 'planned'
}
