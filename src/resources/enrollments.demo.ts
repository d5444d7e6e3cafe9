/** How believable enrollments are made: they follow their planned course, and nobody has two places on it. */
import {
  rowCounts,
  type LooseRow,
  type RecipeContext,
  type Recipe,
  type Tx,
} from '../define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { addDays } from './shared/dates.ts'
import { endForStatus, dateConflict, datePhase, startForStatus } from './demo/status-dates.ts'
import { hasFreePlaces } from './rules/course-places.ts'
import { isEnrolled } from './rules/enroll.ts'
import { enrollmentStatusOn } from './rules/enrollment-status.ts'

type CourseRow = Rows['planned_courses']
type Status = Rows['enrollments']['status']

export const enrollmentRecipe: Recipe = {
  rowCounts: rowCounts(6, 900, 300_000),
  generatedAfter: ['order_items', 'teacher_enrollments'],
  defaults: { order_id: null, status: defaultStatus },
  createdBefore: ({ row }) => row['start_date'],
  conflict: dateConflict,
  fields: {
    order_id: (making) => (hasTakenPlace(making, making.number) ? making.number : null),
    planned_course_id: ({ number, tx, pick }) =>
      orderedCourseId(tx, number) ??
      tx.find('planned_courses', number)?.id ??
      pick('planned_courses'),
    student_id: (making) => {
      const { row, tx, pick, parent } = making
      if (row['order_id']) return firstStudentId(tx, row['order_id'])
      // Another student would depend on the order failing: with one more user it may fail or not.
      if (orderedCourseId(tx, making.number)) return null
      const course = parent('planned_course_id') as CourseRow
      return pick('users', (user) => canEnroll(making, user, course))
    },
    start_date: (making) => {
      const { row, parent } = making
      return startForStatus(parent('planned_course_id')['start_date'], row, making)
    },
    end_date: (making) => {
      const course = making.parent('planned_course_id') as CourseRow
      return endForStatus(endOn(course, making.row['start_date']), making.row, making)
    },
    status: demoStatus,
    graduation_state: ({ row, random }) =>
      row['status'] === 'completed' ? random.pick(judgements) : 'awaiting_judgement',
  },
  parentValues: {
    planned_course_id: ({ row, day }) => ({
      status: courseStatusFor(row, day(0)),
      ...(row['start_date'] && { start_date: row['start_date'] }),
      ...(row['end_date'] !== undefined && { end_date: row['end_date'] }),
    }),
  },
}

const judgements = ['passed', 'passed', 'passed', 'failed', 'awaiting_judgement'] as const

/** How many enrollments of a hundred are canceled whatever happens. */
const canceledShare = 0.08

const endOn = ({ type, end_date, duration }: CourseRow, begin: string): string | null =>
  type === 'FlexiblePlannedCourse' ? addDays(begin, duration ?? 30) : end_date

/**
 * Whether the enrollment of this number is passed unless its student or its place prevents it. This depends
 * on its number and its course alone, so further users do not change it.
 */
export function isLikelyPassed({ tx, day }: RecipeContext, number: number): boolean {
  const course = tx.find(
    'planned_courses',
    tx.find('enrollments', number)?.planned_course_id ?? orderedCourseId(tx, number) ?? number,
  )
  if (!course || course.status === 'canceled') return false
  const state = enrollmentStatusOn(day(0), course.start_date, endOn(course, course.start_date))
  if (state !== 'completed') return false
  if (tx.random('enrollments', number, 'status').next() < canceledShare) return false
  return tx.random('enrollments', number, 'graduation_state').pick(judgements) === 'passed'
}

const firstStudentId = (tx: Tx, order_id: number) =>
  tx.where('order_items', { order_id })[0]?.student_id

/** The course of an active order of this number, whether or not it got the place. */
function orderedCourseId(tx: Tx, number: number): number | null | undefined {
  const order = tx.find('orders', number)
  return order?.status === 'active' ? order.planned_course_id : undefined
}

/** Whether an order of this number got the place that it asked for. */
function hasTakenPlace(context: RecipeContext, number: number): boolean {
  const { tx, timestampAt } = context
  const order = tx.find('orders', number)
  const course = tx.find('planned_courses', order?.planned_course_id)
  const student = tx.find('users', firstStudentId(tx, number))
  if (order?.status !== 'active' || !course || !student) return false
  return order.created_at < timestampAt(course.start_date, 0) && canEnroll(context, student, course)
}

/** Whoever was there before the course began, and does not teach it. */
function canEnroll(
  { tx, timestampAt }: RecipeContext,
  user: LooseRow,
  { id, start_date }: CourseRow,
): boolean {
  if (user['created_at'] >= timestampAt(start_date, 0)) return false
  return !tx
    .where('teacher_enrollments', { planned_course_id: id })
    .some(({ teacher_id }) => tx.get('teachers', teacher_id).user_id === user['id'])
}

function demoStatus({ parent, row, random, day, tx }: RecipeContext): Status {
  const [draw, today, { student_id, planned_course_id }] = [random.next(), day(0), row]
  const course = parent('planned_course_id') as CourseRow
  if (course.status === 'canceled' || draw < canceledShare || !hasFreePlaces(tx, course))
    return 'canceled'
  if (isEnrolled(tx, student_id, planned_course_id)) return 'canceled'
  return enrollmentStatusOn(today, row['start_date'], row['end_date'] ?? null)
}

const statusByPhase = { ahead: 'confirmed', on: 'active', over: 'completed' } as const
const statusByCourseStatus = {
  planned: 'confirmed',
  active: 'active',
  completed: 'completed',
  canceled: 'canceled',
} as const

/** The status that goes with the judgement, the dates or the course that was said. */
function defaultStatus(context: RecipeContext): Status {
  const { row, tx } = context
  if ((row['graduation_state'] ?? 'awaiting_judgement') !== 'awaiting_judgement') return 'completed'
  const phase = datePhase(row, context)
  const course = tx.find('planned_courses', row['planned_course_id'])
  return phase ? statusByPhase[phase] : statusByCourseStatus[course?.status ?? 'planned']
}

/** The state of a course on which such an enrollment can be; undefined where its dates say it. */
function courseStatusFor({ status, start_date, end_date }: LooseRow, today: string) {
  if (status === 'canceled') return start_date || end_date ? undefined : 'planned'
  if (status === 'completed') return end_date && end_date >= today ? 'active' : 'completed'
  return status === 'active' ? 'active' : 'planned'
}
