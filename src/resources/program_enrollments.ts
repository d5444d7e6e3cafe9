import {
  amounts,
  assumed,
  choice,
  date,
  equals,
  identity,
  idOfOne,
  integer,
  object,
  operation,
  record,
  ref,
  refs,
  resource,
  unprocessable,
} from '../define/define.ts'
import { award, awardBody, withdraw } from './rules/certificate-award.ts'
import { Grade, gradeOf } from './shared/latest-grade.ts'
import { demoLabels } from './demo/labels.ts'
import type { Rows } from '../generated/rows.ts'

type EnrollmentRow = Rows['program_enrollments']

const cancelFrom = assumed(
  'program_enrollment.cancel.from',
  'only a confirmed program enrollment can be canceled; otherwise 422',
  {
    because: 'there are two states, and one move between them',
    instead: 'canceling again answers 200 and changes nothing',
  },
)
const awardPasses = assumed(
  'program_enrollment.award',
  'awarding a certificate passes the enrollment',
  {
    because: 'the event program_enrollment.pass has no other cause in the API',
    instead: 'awarding a certificate leaves the graduation state as it is',
  },
)
const deleteRevokes = assumed(
  'program_enrollment.revoke',
  'deleting the certificate revokes the graduation; without one it is 422',
  { because: 'the event program_enrollment.graduation_revoked has no other cause in the API' },
)

/** A student's place in a program edition. */
export const ProgramEnrollment = {
  ...identity,
  student_id: ref('users'),
  edition_id: ref('program_editions'),
  personal_program_id: integer().initially((_, { id }: EnrollmentRow) => id),
  label_ids: refs('labels'),
  order_id: ref('orders').nullable(),
  state: choice(['confirmed', 'canceled']).initially('confirmed'),
  graduation_state: choice(['awaiting_judgement', 'failed', 'passed']).initially(
    'awaiting_judgement',
  ),
  graduation_date: date().nullable(),
  grade: object(Grade)
    .nullable()
    .computed((tx, { id }: EnrollmentRow) => gradeOf(tx, 'Program::Enrollment', id)),
}

const flag = 'Programs'
const reads = ['enrollments:read'] as const
const writes = ['enrollments:read', 'enrollments:modify'] as const
const path = '/program/enrollments'

export default resource(
  'program_enrollments',
  ProgramEnrollment,
  { one: 'ProgramEnrollment', path, group: 'program-enrollments' },
  (verbs) => ({
    events: {
      created: 'program_enrollment.created',
      updated: 'program_enrollment.updated',
      named: [
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
      cancel_program_enrollment_by_id: verbs.transition('cancel', {
        scopes: writes,
        flag,
        field: 'state',
        from: ['confirmed'],
        to: 'canceled',
        event: 'program_enrollment.cancel',
        elsewhere: cancelFrom,
      }),
      award_certificate_to_program_enrollment_by_id: operation({
        method: 'PUT',
        path: `${path}/{id}/award_certificate`,
        scopes: writes,
        flag,
        body: awardBody,
        present: record('program_enrollments'),
        answer(tx, { id, body: { certificate_template_id } }) {
          award(tx, 'program_enrollment', id, certificate_template_id)
          if (!tx.takes(awardPasses)) return tx.get('program_enrollments', id)
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
        present: record('program_enrollments'),
        example: (tx) => ({
          params: {
            id: idOfOne(
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
        answer(tx, { id }) {
          tx.uses(deleteRevokes)
          if (!withdraw(tx, 'program_enrollment', id)) {
            throw unprocessable({ base: ['has no certificate'] }, deleteRevokes)
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
      amounts: amounts(2, 120, 20_000),
      plain: { order_id: null },
      fields: {
        order_id: () => null,
        // The last editions are still without students.
        edition_id: ({ number, tx }) =>
          tx.find('program_editions', 1 + (number % 36))?.id ??
          [...tx.walk('program_editions')][0]?.id,
        state: ({ chance }) => (chance.next() < 0.1 ? 'canceled' : 'confirmed'),
        graduation_state: ({ parent, row, day }) =>
          row['state'] === 'confirmed' && String(parent('edition_id')['end_date']) < day(0)
            ? 'passed'
            : 'awaiting_judgement',
        graduation_date: ({ row, parent }) =>
          row['graduation_state'] === 'passed' ? parent('edition_id')['end_date'] : null,
        label_ids: ({ chance, tx }) => demoLabels(tx, 'Program::Enrollment', chance),
      },
    },
  }),
)
