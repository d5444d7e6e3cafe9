import {
  act,
  assumed,
  boolean,
  choice,
  date,
  equals,
  identity,
  idOfOne,
  keeping,
  lifecycle,
  object,
  oneOf,
  operation,
  performs,
  record,
  ref,
  resource,
  stamps,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { award, awardBody } from './rules/certificate-award.ts'
import { enrollmentRecipe } from './enrollments.demo.ts'
import { Grade, gradeOf } from './shared/latest-grade.ts'
import { endOfEnrollment } from './rules/planned-course-schedule.ts'
import { enroll } from './rules/enroll.ts'
import { isLive, stateOn } from './rules/enrollment-status.ts'
import type { Rows } from '../generated/rows.ts'

type EnrollmentRow = Rows['enrollments']

const cancelFrom = assumed(
  'enrollment.cancel.from',
  'only a confirmed or an active enrollment can be canceled; otherwise 422',
  {
    because: 'the four states are documented, the moves between them are not',
    instead: 'canceling again answers 200 and changes nothing',
  },
)
const endOfFixed = assumed(
  'enrollment.end_date.fixed',
  'a new end date for an enrollment on a fixed course is refused with 422',
  {
    because: "the document says that it equals the course's end date",
    instead: 'the end date is stored',
  },
)

const completeFrom = assumed(
  'enrollment.complete.from',
  'only an active or a completed enrollment can be judged; otherwise 422',
  {
    because: 'who has not begun cannot have finished, and who canceled is not judged',
    instead: 'any enrollment can be judged, and is completed by it',
  },
)

const statuses = ['confirmed', 'active', 'canceled', 'completed'] as const

/** A student's place in a planned course. */
export const Enrollment = {
  ...identity,
  student_id: ref('users'),
  planned_course_id: ref('planned_courses'),
  order_id: ref('orders').nullable(),
  start_date: date(),
  end_date: date().nullable(),
  status: choice(statuses).initially('confirmed'),
  graduation_state: choice(['awaiting_judgement', 'failed', 'passed']).initially(
    'awaiting_judgement',
  ),
  ...stamps,
  grade: object(Grade)
    .nullable()
    .computed((tx, { id }: EnrollmentRow) => gradeOf(tx, 'Enrollment', id)),
}

const reads = ['enrollments:read'] as const
const writes = ['enrollments:read', 'enrollments:modify'] as const

export default resource('enrollments', Enrollment, { one: 'Enrollment' }, (verbs) => ({
  events: lifecycle('enrollment'),
  moves: [
    { field: 'status', from: 'confirmed', to: 'active', on: 'start_date', at: 'begin' },
    { field: 'status', from: 'active', to: 'completed', on: 'end_date', at: 'end' },
  ],

  operations: {
    get_enrollments: verbs.list({
      scopes: reads,
      filters: {
        student_id: equals('student_id'),
        planned_course_id: equals('planned_course_id'),
        status: oneOf('status'),
        with_canceled: keeping(
          boolean().initially(true),
          (row: EnrollmentRow, wanted) => wanted || row.status !== 'canceled',
        ),
      },
    }),
    get_enrollment_by_id: verbs.show({ scopes: reads }),
    update_enrollment_by_id: operation({
      method: 'PUT',
      path: '/enrollments/{id}',
      scopes: writes,
      body: { end_date: date().nullable() },
      present: record('enrollments'),
      example: (tx) => ({
        params: { id: idOfOne(tx, 'enrollments', (row) => isFlexible(tx, row)) },
      }),
      answer(tx, { id, body: { end_date } }) {
        const enrollment = tx.get('enrollments', id)
        if (end_date === undefined || end_date === enrollment.end_date) return enrollment
        insistOnFlexible(tx, enrollment)
        if (end_date !== null && end_date < enrollment.start_date) {
          throw unprocessable({ end_date: ['is before the start'] })
        }
        const status = isLive(enrollment)
          ? stateOn(tx.today, enrollment.start_date, end_date)
          : enrollment.status
        return tx.update('enrollments', id, { end_date, status })
      },
    }),
    award_certificate_to_enrollment_by_id: operation({
      method: 'PUT',
      path: '/enrollments/{id}/award_certificate',
      scopes: writes,
      beta: true,
      body: awardBody,
      present: record('certificates'),
      answer: (tx, { id, body: { certificate_template_id } }) =>
        award(tx, 'course_enrollment', id, certificate_template_id),
    }),
    cancel_enrollment_by_id: verbs.transition('cancel', {
      scopes: writes,
      field: 'status',
      from: ['confirmed', 'active'],
      to: 'canceled',
      elsewhere: cancelFrom,
    }),
  },

  acts: {
    enroll: act({
      says: 'Enrolls a student on a planned course, without an order.',
      input: {
        student_id: ref('users').required().called('student'),
        planned_course_id: ref('planned_courses').required().called('planned_course'),
      },
      gives: 'enrollments',
      answer: (tx, { student_id, planned_course_id }) => enroll(tx, student_id, planned_course_id),
    }),
    cancel_enrollment: performs('cancel_enrollment_by_id', {
      says: 'Cancels an enrollment.',
      of: { enrollment_id: ref('enrollments').required().called('enrollment') },
    }),
    complete_enrollment: act({
      says: 'Completes an enrollment, with the judgement that the student passed or failed.',
      input: {
        enrollment_id: ref('enrollments').required().called('enrollment'),
        graduation_state: choice(['passed', 'failed']).required(),
      },
      gives: 'enrollments',
      answer(tx, { enrollment_id, graduation_state }) {
        const { status } = tx.get('enrollments', enrollment_id)
        const isUnderWay = status === 'active' || status === 'completed'
        if (!isUnderWay && tx.takes(completeFrom)) {
          throw unprocessable({ status: [`is ${status}`] }, completeFrom)
        }
        return tx.update('enrollments', enrollment_id, { status: 'completed', graduation_state })
      },
    }),
  },

  recipe: enrollmentRecipe,
}))

const isFlexible = (tx: Tx, { planned_course_id }: EnrollmentRow): boolean =>
  tx.get('planned_courses', planned_course_id).type === 'FlexiblePlannedCourse'

function insistOnFlexible(tx: Tx, enrollment: EnrollmentRow): void {
  tx.uses(endOfEnrollment)
  if (!isFlexible(tx, enrollment) && tx.takes(endOfFixed)) {
    throw unprocessable({ end_date: ['equals the end date of the course'] }, endOfFixed)
  }
}
