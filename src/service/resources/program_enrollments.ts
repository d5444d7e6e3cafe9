import * as d from '../../engine/define/define.ts'
import {
  awardCertificate,
  awardCertificateBody,
  revokeCertificate,
} from '../rules/certificate-award.ts'
import { LatestGradeShape, findLatestGrade } from '../fields/latest-grade.ts'
import { countEditionOrders, demoEditionsMax, editionOrderNumber } from '../demo/bookings.ts'
import { demoLabelIds } from '../demo/labels.ts'
import { withOrderCheck } from '../rules/order-places.ts'
import type { Rows } from '../generated/rows.ts'
import { flaggedPrograms } from '../rules/flagged-programs.ts'
import {
  awardSetsPassed,
  cancelableStates,
  deletionRevokesGraduation,
} from '../behaviours/planning.ts'

type EnrollmentRow = Rows['program_enrollments']

const ProgramEnrollmentShape = {
  ...d.identity,
  student_id: d.ref('users'),
  edition_id: d.ref('program_editions'),
  personal_program_id: d.integer().defaultsTo((_, { id }: EnrollmentRow) => id),
  label_ids: d.refs('labels'),
  order_id: d.ref('orders').nullable(),
  state: d.choice(['confirmed', 'canceled']).defaultsTo('confirmed'),
  graduation_state: d
    .choice(['awaiting_judgement', 'failed', 'passed'])
    .defaultsTo('awaiting_judgement'),
  graduation_date: d.date().nullable(),
  grade: d
    .object(LatestGradeShape)
    .nullable()
    .computed((tx, { id }: EnrollmentRow) => findLatestGrade(tx, 'Program::Enrollment', id)),
}

const reads = ['enrollments:read'] as const
const writes = ['enrollments:read', 'enrollments:modify'] as const
const path = '/program/enrollments'

export default d.resource(
  'program_enrollments',
  ProgramEnrollmentShape,
  {
    singular: 'ProgramEnrollment',
    path,
    group: 'program-enrollments',
    flaggedRows: flaggedPrograms,
  },
  (verbs) => ({
    description: "A student's place in a program edition.",

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
        filters: { student_id: d.equals('student_id'), edition_id: d.equals('edition_id') },
      }),
      get_program_enrollment_by_id: verbs.show({ scopes: reads }),
      cancel_program_enrollment_by_id: withOrderCheck(
        verbs.transition('cancel', {
          scopes: writes,
          field: 'state',
          from: ['confirmed'],
          to: 'canceled',
          event: 'program_enrollment.cancel',
          fromOtherState: cancelableStates,
        }),
      ),
      award_certificate_to_program_enrollment_by_id: d.operation({
        method: 'PUT',
        path: `${path}/{id}/award_certificate`,
        scopes: writes,
        body: awardCertificateBody,
        presenter: d.record('program_enrollments'),
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
      delete_certificate_from_program_enrollment_by_id: d.operation({
        method: 'POST',
        path: `${path}/{id}/delete_certificate`,
        scopes: writes,
        presenter: d.record('program_enrollments'),
        example: d.exampleWhere(
          'program_enrollments',
          ({ id }, tx) =>
            tx.count('certificates', {
              certifiable_id: id,
              certifiable_type: 'program_enrollment',
            }) > 0,
        ),
        handle(tx, { id }) {
          tx.logBehaviour(deletionRevokesGraduation)
          if (!revokeCertificate(tx, 'program_enrollment', id)) {
            throw d.unprocessable({ base: ['has no certificate'] }, deletionRevokesGraduation)
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
      rowCounts: d.rowCounts(2, 120, 20_000),
      // A number whose order is not active has no enrollment.
      numbers(tx, amount) {
        const orders = countEditionOrders(tx)
        let active = 0
        for (let number = 1; number <= orders; number += 1) if (orderOf(tx, number)) active += 1
        return Math.max(orders, amount + orders - active)
      },
      generatedAfter: ['order_items'],
      numbered: { personal_program_id: ({ row }) => row['id'] },
      defaults: { order_id: null },
      fields: {
        order_id: ({ number, tx }) => orderOf(tx, number)?.id ?? null,
        edition_id: ({ number, tx }) =>
          number > countEditionOrders(tx)
            ? demoEditionId(tx, number)
            : orderedEditionId(tx, number),
        student_id: ({ row, tx, pick }) =>
          tx.where('order_items', { order_id: (row['order_id'] ?? 0) as number })[0]?.student_id ??
          pick('users'),
        state: ({ row, random, tx, parent }) =>
          row['order_id'] === null &&
          (random.next() < 0.1 || !hasPlace(tx, row, parent('edition_id')))
            ? 'canceled'
            : 'confirmed',
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

/** Returns the active order of the program enrollment with this number. */
function orderOf(tx: d.Tx, number: number): Rows['orders'] | undefined {
  const order = tx.find('orders', editionOrderNumber(number))
  return order?.status === 'active' ? order : undefined
}

const orderedEditionId = (tx: d.Tx, number: number): number | undefined =>
  tx.find('catalog_variants', orderOf(tx, number)?.catalog_variant_id)?.variantable_id

/** The last editions have no students. */
const demoEditionId = (tx: d.Tx, number: number): number | undefined =>
  tx.find('program_editions', 1 + (number % demoEditionsMax))?.id ??
  [...tx.scan('program_editions')][0]?.id

/** Whether the student has no place in the edition, and a place is free. */
function hasPlace(
  tx: d.Tx,
  { student_id }: d.LooseRow,
  { id: edition_id, max_participants }: d.LooseRow,
): boolean {
  const taken = tx.where('program_enrollments', { edition_id, state: 'confirmed' })
  if (taken.some((row) => row.student_id === student_id)) return false
  return max_participants === null || taken.length < max_participants
}
