import {
  act,
  assumed,
  boolean,
  choice,
  date,
  equals,
  identity,
  firstIdWhere,
  customFilter,
  lifecycleEvents,
  object,
  oneOf,
  operation,
  actFromOperation,
  record,
  ref,
  resource,
  timestamps,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { awardCertificate, awardCertificateBody } from './rules/certificate-award.ts'
import { enrollmentRecipe } from './enrollments.demo.ts'
import { LatestGradeShape, findLatestGrade } from './shared/latest-grade.ts'
import { enrollmentEndDate } from './rules/planned-course-schedule.ts'
import { enroll } from './rules/enroll.ts'
import { statusAfterDateChange } from './rules/enrollment-status.ts'
import { withOrderCheck } from './rules/order-places.ts'
import type { Rows } from '../generated/rows.ts'

type EnrollmentRow = Rows['enrollments']

const cancelableStatuses = assumed(
  'enrollment.cancel.from',
  'only a confirmed or active enrollment can be canceled; otherwise 422',
  {
    reason: 'the four states are documented; the transitions between them are not',
    alternatives: { alternative: 'canceling an enrollment again answers 200 and changes nothing' },
  },
)
const refusesFixedEndDate = assumed(
  'enrollment.end_date.fixed',
  'a new end date for an enrollment in a fixed course is refused with 422',
  {
    reason: "the document says that the end date equals the course's end date",
    alternatives: { alternative: 'the end date is stored' },
  },
)

const completableStatuses = assumed(
  'enrollment.complete.from',
  'only an active or completed enrollment can be judged; otherwise 422',
  {
    reason: 'a student who has not started or has canceled cannot be judged',
    alternatives: { alternative: 'any enrollment can be judged, and the judgement completes it' },
  },
)

const statuses = ['confirmed', 'active', 'canceled', 'completed'] as const

/** A student's place in a planned course. */
export const EnrollmentShape = {
  ...identity,
  student_id: ref('users'),
  planned_course_id: ref('planned_courses'),
  order_id: ref('orders').nullable(),
  start_date: date(),
  end_date: date().nullable(),
  status: choice(statuses).defaultsTo('confirmed'),
  graduation_state: choice(['awaiting_judgement', 'failed', 'passed']).defaultsTo(
    'awaiting_judgement',
  ),
  ...timestamps,
  grade: object(LatestGradeShape)
    .nullable()
    .computed((tx, { id }: EnrollmentRow) => findLatestGrade(tx, 'Enrollment', id)),
}

const reads = ['enrollments:read'] as const
const writes = ['enrollments:read', 'enrollments:modify'] as const

export default resource('enrollments', EnrollmentShape, { singular: 'Enrollment' }, (verbs) => ({
  events: lifecycleEvents('enrollment'),
  scheduledTransitions: [
    { field: 'status', from: 'confirmed', to: 'active', dateField: 'start_date', at: 'begin' },
    { field: 'status', from: 'active', to: 'completed', dateField: 'end_date', at: 'end' },
  ],

  operations: {
    get_enrollments: verbs.list({
      scopes: reads,
      filters: {
        student_id: equals('student_id'),
        planned_course_id: equals('planned_course_id'),
        status: oneOf('status'),
        with_canceled: customFilter(
          boolean().defaultsTo(true),
          (row: EnrollmentRow, withCanceled) => withCanceled || row.status !== 'canceled',
        ),
      },
    }),
    get_enrollment_by_id: verbs.show({ scopes: reads }),
    update_enrollment_by_id: operation({
      method: 'PUT',
      path: '/enrollments/{id}',
      scopes: writes,
      body: { end_date: date().nullable() },
      presenter: record('enrollments'),
      example: (tx) => ({
        params: { id: firstIdWhere(tx, 'enrollments', (row) => isFlexible(tx, row)) },
      }),
      handle(tx, { id, body: { end_date } }) {
        const enrollment = tx.get('enrollments', id)
        if (end_date === undefined || end_date === enrollment.end_date) return enrollment
        assertFlexible(tx, enrollment)
        if (end_date !== null && end_date < enrollment.start_date) {
          throw unprocessable({ end_date: ['is before the start date'] })
        }
        const { start_date } = enrollment
        const status = statusAfterDateChange(tx, enrollment, { start_date, end_date })
        return tx.update('enrollments', id, { end_date, status })
      },
    }),
    award_certificate_to_enrollment_by_id: operation({
      method: 'PUT',
      path: '/enrollments/{id}/award_certificate',
      scopes: writes,
      beta: true,
      body: awardCertificateBody,
      presenter: record('certificates'),
      handle: (tx, { id, body: { certificate_template_id } }) =>
        awardCertificate(tx, 'course_enrollment', id, certificate_template_id),
    }),
    cancel_enrollment_by_id: withOrderCheck(
      verbs.transition('cancel', {
        scopes: writes,
        field: 'status',
        from: ['confirmed', 'active'],
        to: 'canceled',
        fromOtherState: cancelableStatuses,
      }),
    ),
  },

  acts: {
    enroll: act({
      summary: 'Enrolls a student on a planned course, without an order.',
      input: {
        student_id: ref('users').required().alias('student'),
        planned_course_id: ref('planned_courses').required().alias('planned_course'),
      },
      returns: 'enrollments',
      handle: (tx, { student_id, planned_course_id }) => enroll(tx, student_id, planned_course_id),
    }),
    cancel_enrollment: actFromOperation('cancel_enrollment_by_id', {
      summary: 'Cancels an enrollment.',
      idInput: { enrollment_id: ref('enrollments').required().alias('enrollment') },
    }),
    complete_enrollment: act({
      summary: 'Completes an enrollment, with the judgement that the student passed or failed.',
      input: {
        enrollment_id: ref('enrollments').required().alias('enrollment'),
        graduation_state: choice(['passed', 'failed']).required(),
      },
      returns: 'enrollments',
      handle(tx, { enrollment_id, graduation_state }) {
        const { status } = tx.get('enrollments', enrollment_id)
        const isUnderWay = status === 'active' || status === 'completed'
        if (!isUnderWay && tx.assumes(completableStatuses)) {
          throw unprocessable({ status: [`is ${status}`] }, completableStatuses)
        }
        return tx.update('enrollments', enrollment_id, { status: 'completed', graduation_state })
      },
    }),
  },

  listChanges: { hide: 'cancel_enrollment' },
  recipe: enrollmentRecipe,
}))

const isFlexible = (tx: Tx, { planned_course_id }: EnrollmentRow): boolean =>
  tx.get('planned_courses', planned_course_id).type === 'FlexiblePlannedCourse'

function assertFlexible(tx: Tx, enrollment: EnrollmentRow): void {
  tx.logBehaviour(enrollmentEndDate)
  if (!isFlexible(tx, enrollment) && tx.assumes(refusesFixedEndDate)) {
    throw unprocessable({ end_date: ['equals the end date of the course'] }, refusesFixedEndDate)
  }
}
