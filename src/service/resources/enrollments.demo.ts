/** Generates enrollments: they follow their planned course, and a student has one place on it. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { canceledShare, demoJudgements, orderedCourseId } from '../demo/enrollment-status.ts'
import { endForStatus, dateConflict, datePhase, startForStatus } from '../demo/status-dates.ts'
import { hasFreePlaces } from '../rules/course-places.ts'
import { isEnrolled } from '../rules/enroll.ts'
import { enrollmentStatusOn } from '../rules/enrollment-status.ts'
import { endDateOfEnrollment } from '../rules/planned-course-schedule.ts'

type CourseRow = Rows['planned_courses']
type Status = Rows['enrollments']['status']

export const enrollmentRecipe: d.Recipe = {
  rowCounts: d.rowCounts(6, 900, 300_000),
  generatedAfter: ['order_items', 'teacher_enrollments'],
  defaults: { order_id: null, status: defaultStatus },
  createdBefore: ({ row }) => row['start_date'],
  conflict: dateConflict,
  fields: {
    order_id: (context) => (hasTakenPlace(context, context.number) ? context.number : null),
    planned_course_id: ({ number, tx, pick }) =>
      orderedCourseId(tx, number) ??
      tx.find('planned_courses', number)?.id ??
      pick('planned_courses'),
    student_id: (context) => {
      const { row, tx, pick, parent } = context
      if (row['order_id']) return firstStudentId(tx, row['order_id'])
      // No other student gets this place: whether the order fails depends on the number of users.
      if (orderedCourseId(tx, context.number)) return null
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
      ...(row['end_date'] !== undefined && { end_date: row['end_date'] }),
    }),
  },
}

const firstStudentId = (tx: d.Tx, order_id: number) =>
  tx.where('order_items', { order_id })[0]?.student_id

/** Whether the order with this number got the requested place. */
function hasTakenPlace(context: d.RecipeContext, number: number): boolean {
  const { tx, timestampAt } = context
  const order = tx.find('orders', number)
  const course = tx.find('planned_courses', order?.planned_course_id)
  const student = tx.find('users', firstStudentId(tx, number))
  if (order?.status !== 'active' || !course || !student) return false
  return order.created_at < timestampAt(course.start_date, 0) && canEnroll(context, student, course)
}

/** Whether the user existed before the course began and does not teach it. */
function canEnroll(
  { tx, timestampAt }: d.RecipeContext,
  user: d.LooseRow,
  { id, start_date }: CourseRow,
): boolean {
  if (user['created_at'] >= timestampAt(start_date, 0)) return false
  return !tx
    .where('teacher_enrollments', { planned_course_id: id })
    .some(({ teacher_id }) => tx.get('teachers', teacher_id).user_id === user['id'])
}

function demoStatus({ parent, row, random, day, tx }: d.RecipeContext): Status {
  const [draw, today, { student_id, planned_course_id }] = [random.next(), day(0), row]
  const course = parent('planned_course_id') as CourseRow
  if (course.status === 'canceled' || draw < canceledShare || !hasFreePlaces(tx, course))
    return 'canceled'
  if (isEnrolled(tx, student_id, planned_course_id)) return 'canceled'
  return enrollmentStatusOn(today, row['start_date'], row['end_date'] ?? null)
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
