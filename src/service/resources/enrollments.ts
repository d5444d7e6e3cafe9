import * as d from '../../engine/define/define.ts'
import { awardCertificate, awardCertificateBody } from '../rules/certificate-award.ts'
import { enrollmentRecipe } from './enrollments.demo.ts'
import { LatestGradeShape, findLatestGrade } from '../fields/latest-grade.ts'
import {
  enrollmentEndDate,
  cancelableEnrollment,
  completableStatuses,
  refusesFixedEndDate,
} from '../behaviours/planning.ts'
import { enroll } from '../rules/enroll.ts'
import { statusAfterDateChange } from '../rules/enrollment-status.ts'
import { withOrderCheck } from '../rules/order-places.ts'
import type { Rows } from '../generated/rows.ts'

type EnrollmentRow = Rows['enrollments']

const statuses = ['confirmed', 'active', 'canceled', 'completed'] as const

const EnrollmentShape = {
  ...d.identity,
  student_id: d.ref('users'),
  planned_course_id: d.ref('planned_courses'),
  order_id: d.ref('orders').nullable(),
  start_date: d.date(),
  end_date: d.date().nullable(),
  status: d.choice(statuses).defaultsTo('confirmed'),
  graduation_state: d
    .choice(['awaiting_judgement', 'failed', 'passed'])
    .defaultsTo('awaiting_judgement'),
  ...d.timestamps,
  grade: d
    .object(LatestGradeShape)
    .nullable()
    .computed((tx, { id }: EnrollmentRow) => findLatestGrade(tx, 'Enrollment', id)),
}

const reads = ['enrollments:read'] as const
const writes = ['enrollments:read', 'enrollments:modify'] as const

export default d.resource('enrollments', EnrollmentShape, { singular: 'Enrollment' }, (verbs) => ({
  description: "A student's place in a planned course.",

  events: d.lifecycleEvents('enrollment'),
  scheduledTransitions: [
    { field: 'status', from: 'confirmed', to: 'active', dateField: 'start_date', at: 'begin' },
    { field: 'status', from: 'active', to: 'completed', dateField: 'end_date', at: 'end' },
  ],

  operations: {
    get_enrollments: verbs.list({
      scopes: reads,
      filters: {
        student_id: d.equals('student_id'),
        planned_course_id: d.equals('planned_course_id'),
        status: d.oneOf('status'),
        with_canceled: d.customFilter(
          d.boolean().defaultsTo(true),
          (row: EnrollmentRow, withCanceled) => withCanceled || row.status !== 'canceled',
        ),
      },
    }),
    get_enrollment_by_id: verbs.show({ scopes: reads }),
    update_enrollment_by_id: d.operation({
      method: 'PUT',
      path: '/enrollments/{id}',
      scopes: writes,
      body: { end_date: d.date().nullable() },
      presenter: d.record('enrollments'),
      example: d.exampleWhere('enrollments', (row, tx) => isFlexible(tx, row)),
      handle(tx, { id, body: { end_date } }) {
        const enrollment = tx.get('enrollments', id)
        if (end_date === undefined || end_date === enrollment.end_date) return enrollment
        assertFlexible(tx, enrollment)
        if (end_date !== null && end_date < enrollment.start_date) {
          throw d.unprocessable({ end_date: ['is before the start date'] })
        }
        const { start_date } = enrollment
        const status = statusAfterDateChange(tx, enrollment, { start_date, end_date })
        return tx.update('enrollments', id, { end_date, status })
      },
    }),
    award_certificate_to_enrollment_by_id: d.operation({
      method: 'PUT',
      path: '/enrollments/{id}/award_certificate',
      scopes: writes,
      beta: true,
      body: awardCertificateBody,
      presenter: d.record('certificates'),
      handle: (tx, { id, body: { certificate_template_id } }) =>
        awardCertificate(tx, 'course_enrollment', id, certificate_template_id),
    }),
    cancel_enrollment_by_id: withOrderCheck(
      verbs.transition('cancel', {
        scopes: writes,
        field: 'status',
        from: ['confirmed', 'active'],
        to: 'canceled',
        fromOtherState: cancelableEnrollment,
      }),
    ),
  },

  acts: {
    enroll: d.act({
      summary: 'Enrolls a student on a planned course, without an order.',
      input: {
        student_id: d.ref('users').required().alias('student'),
        planned_course_id: d.ref('planned_courses').required().alias('planned_course'),
      },
      returns: 'enrollments',
      handle: (tx, { student_id, planned_course_id }) => enroll(tx, student_id, planned_course_id),
    }),
    cancel_enrollment: d.actFromOperation('cancel_enrollment_by_id', {
      summary: 'Cancels an enrollment.',
      idInput: { enrollment_id: d.ref('enrollments').required().alias('enrollment') },
    }),
    complete_enrollment: d.act({
      summary: 'Completes an enrollment, with the judgement that the student passed or failed.',
      input: {
        enrollment_id: d.ref('enrollments').required().alias('enrollment'),
        graduation_state: d.choice(['passed', 'failed']).required(),
      },
      returns: 'enrollments',
      handle(tx, { enrollment_id, graduation_state }) {
        const { status } = tx.get('enrollments', enrollment_id)
        const isUnderWay = status === 'active' || status === 'completed'
        if (!isUnderWay && tx.assumes(completableStatuses)) {
          throw d.unprocessable({ status: [`is ${status}`] }, completableStatuses)
        }
        return tx.update('enrollments', enrollment_id, { status: 'completed', graduation_state })
      },
    }),
  },

  listChanges: { hide: 'cancel_enrollment' },
  recipe: enrollmentRecipe,
}))

const isFlexible = (tx: d.Tx, { planned_course_id }: EnrollmentRow): boolean =>
  tx.get('planned_courses', planned_course_id).type === 'FlexiblePlannedCourse'

function assertFlexible(tx: d.Tx, enrollment: EnrollmentRow): void {
  tx.logBehaviour(enrollmentEndDate)
  if (!isFlexible(tx, enrollment) && tx.assumes(refusesFixedEndDate)) {
    throw d.unprocessable({ end_date: ['equals the end date of the course'] }, refusesFixedEndDate)
  }
}
