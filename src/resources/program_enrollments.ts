import {
  rowCounts,
  assumed,
  choice,
  date,
  equals,
  identity,
  firstIdWhere,
  integer,
  object,
  operation,
  record,
  ref,
  refs,
  resource,
  unprocessable,
} from '../define/define.ts'
import {
  awardCertificate,
  awardCertificateBody,
  revokeCertificate,
} from './rules/certificate-award.ts'
import { LatestGradeShape, findLatestGrade } from './shared/latest-grade.ts'
import { demoLabelIds } from './demo/labels.ts'
import { withOrderCheck } from './rules/order-places.ts'
import type { Rows } from '../generated/rows.ts'

type EnrollmentRow = Rows['program_enrollments']

const cancelableStates = assumed(
  'program_enrollment.cancel.from',
  'only a confirmed program enrollment can be canceled; otherwise 422',
  {
    reason: 'the contract has two states and one transition between them',
    alternatives: { alternative: 'canceling an enrollment again answers 200 and changes nothing' },
  },
)
const awardSetsPassed = assumed(
  'program_enrollment.award',
  'awarding a certificate passes the enrollment',
  {
    reason: 'the event program_enrollment.pass has no other cause in the API',
    alternatives: { alternative: 'awarding a certificate does not change the graduation state' },
  },
)
const deletionRevokesGraduation = assumed(
  'program_enrollment.revoke',
  'deleting the certificate revokes the graduation; without a certificate, the answer is 422',
  { reason: 'the event program_enrollment.graduation_revoked has no other cause in the API' },
)

/** A student's place in a program edition. */
export const ProgramEnrollmentShape = {
  ...identity,
  student_id: ref('users'),
  edition_id: ref('program_editions'),
  personal_program_id: integer().defaultsTo((_, { id }: EnrollmentRow) => id),
  label_ids: refs('labels'),
  order_id: ref('orders').nullable(),
  state: choice(['confirmed', 'canceled']).defaultsTo('confirmed'),
  graduation_state: choice(['awaiting_judgement', 'failed', 'passed']).defaultsTo(
    'awaiting_judgement',
  ),
  graduation_date: date().nullable(),
  grade: object(LatestGradeShape)
    .nullable()
    .computed((tx, { id }: EnrollmentRow) => findLatestGrade(tx, 'Program::Enrollment', id)),
}

const flag = 'Programs'
const reads = ['enrollments:read'] as const
const writes = ['enrollments:read', 'enrollments:modify'] as const
const path = '/program/enrollments'

export default resource(
  'program_enrollments',
  ProgramEnrollmentShape,
  {
    singular: 'ProgramEnrollment',
    path,
    group: 'program-enrollments',
    flaggedRows: { flag: 'Programs' },
  },
  (verbs) => ({
    events: {
      created: 'program_enrollment.created',
      updated: 'program_enrollment.updated',
      additional: [
        'program_enrollment.cancel',
        'program_enrollment.pass',
        'program_enrollment.graduation_revoked',
      ],
    },

    operations: {
      get_program_enrollments: verbs.list({
        scopes: reads,
        flag,
        filters: { student_id: equals('student_id'), edition_id: equals('edition_id') },
      }),
      get_program_enrollment_by_id: verbs.show({ scopes: reads, flag }),
      cancel_program_enrollment_by_id: withOrderCheck(
        verbs.transition('cancel', {
          scopes: writes,
          flag,
          field: 'state',
          from: ['confirmed'],
          to: 'canceled',
          event: 'program_enrollment.cancel',
          fromOtherState: cancelableStates,
        }),
      ),
      award_certificate_to_program_enrollment_by_id: operation({
        method: 'PUT',
        path: `${path}/{id}/award_certificate`,
        scopes: writes,
        flag,
        body: awardCertificateBody,
        presenter: record('program_enrollments'),
        handle(tx, { id, body: { certificate_template_id } }) {
          awardCertificate(tx, 'program_enrollment', id, certificate_template_id)
          if (!tx.assumes(awardSetsPassed)) return tx.get('program_enrollments', id)
          return tx.update(
            'program_enrollments',
            id,
            { graduation_state: 'passed', graduation_date: tx.today },
            'program_enrollment.pass',
          )
        },
      }),
      delete_certificate_from_program_enrollment_by_id: operation({
        method: 'POST',
        path: `${path}/{id}/delete_certificate`,
        scopes: writes,
        flag,
        presenter: record('program_enrollments'),
        example: (tx) => ({
          params: {
            id: firstIdWhere(
              tx,
              'program_enrollments',
              ({ id }) =>
                tx.count('certificates', {
                  certifiable_id: id,
                  certifiable_type: 'program_enrollment',
                }) > 0,
            ),
          },
        }),
        handle(tx, { id }) {
          tx.logBehaviour(deletionRevokesGraduation)
          if (!revokeCertificate(tx, 'program_enrollment', id)) {
            throw unprocessable({ base: ['has no certificate'] }, deletionRevokesGraduation)
          }
          return tx.update(
            'program_enrollments',
            id,
            { graduation_state: 'awaiting_judgement', graduation_date: null },
            'program_enrollment.graduation_revoked',
          )
        },
      }),
    },

    recipe: {
      rowCounts: rowCounts(2, 120, 20_000),
      defaults: { order_id: null },
      fields: {
        order_id: () => null,
        // The last editions have no students.
        edition_id: ({ number, tx }) =>
          tx.find('program_editions', 1 + (number % 36))?.id ??
          [...tx.scan('program_editions')][0]?.id,
        state: ({ random }) => (random.next() < 0.1 ? 'canceled' : 'confirmed'),
        graduation_state: ({ parent, row, day }) =>
          row['state'] === 'confirmed' && String(parent('edition_id')['end_date']) < day(0)
            ? 'passed'
            : 'awaiting_judgement',
        graduation_date: ({ row, parent }) =>
          row['graduation_state'] === 'passed' ? parent('edition_id')['end_date'] : null,
        label_ids: ({ random, tx }) => demoLabelIds(tx, 'Program::Enrollment', random),
      },
    },
  }),
)
