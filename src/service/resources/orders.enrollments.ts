/** The enrollments of an order: approval creates them, cancellation cancels them. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { createPersonalElements } from '../rules/program-elements.ts'
import { orderedVariant, resolveOffer, placesLeft } from '../rules/catalog-offers.ts'
import { isEnrolled, createEnrollment } from '../rules/enroll.ts'
import { cancelEnrollments } from '../rules/enrollment-status.ts'
import {
  refusesDeletedStudent,
  refusesEndedCourse,
  refusesFullCourse,
  skipsEnrolledStudents,
} from '../behaviours/sales.ts'

type OrderRow = Rows['orders']

/** Enrolls the students of an order. A hidden variant is refused, as in a new order. */
export function enrollStudents(tx: d.Tx, { id, catalog_variant_id }: OrderRow): void {
  const variant = orderedVariant(tx, catalog_variant_id)
  const students = findOrderStudents(tx, id)
  const offer = resolveOffer(tx, variant)
  if (!offer.isUnderWay && tx.assumes(refusesEndedCourse)) {
    throw d.unprocessable({ base: ['is for a canceled or past course'] }, refusesEndedCourse)
  }
  const left = placesLeft(offer)
  const unenrolled = filterUnenrolled(tx, variant, students)
  if (unenrolled.length > left && tx.assumes(refusesFullCourse)) {
    throw d.unprocessable(
      { base: [`requests ${unenrolled.length} places; free places: ${left}`] },
      refusesFullCourse,
    )
  }
  tx.logBehaviour(skipsEnrolledStudents)
  for (const student_id of unenrolled) {
    if (variant.variantable_type === 'PlannedCourse') {
      createEnrollment(tx, { student_id, planned_course_id: variant.variantable_id, order_id: id })
    } else
      createEditionEnrollment(tx, { student_id, edition_id: variant.variantable_id, order_id: id })
  }
}

type EditionEnrollmentInput = Pick<
  Rows['program_enrollments'],
  'student_id' | 'edition_id' | 'order_id'
>

function createEditionEnrollment(tx: d.Tx, values: EditionEnrollmentInput): void {
  const { id } = tx.insert('program_enrollments', values)
  createPersonalElements(tx, id, values.edition_id)
}

/** Returns the students of an order who still exist. */
function findOrderStudents(tx: d.Tx, order_id: number): number[] {
  const orderedIds = tx.where('order_items', { order_id }).map(({ student_id }) => student_id)
  const existingIds = orderedIds.filter((student_id) => tx.find('users', student_id))
  if (existingIds.length < orderedIds.length && tx.assumes(refusesDeletedStudent)) {
    throw d.unprocessable({ student_ids: ['contains deleted users'] }, refusesDeletedStudent)
  }
  return existingIds
}

/** Returns the students without a place, each once. */
function filterUnenrolled(
  tx: d.Tx,
  { variantable_type, variantable_id: id }: Rows['catalog_variants'],
  students: readonly number[],
): number[] {
  const isEnrolledAlready = (student_id: number): boolean =>
    variantable_type === 'PlannedCourse'
      ? isEnrolled(tx, student_id, id)
      : tx.count('program_enrollments', { student_id, edition_id: id, state: 'confirmed' }) > 0
  return [...new Set(students)].filter((student_id) => !isEnrolledAlready(student_id))
}

/** Whether the order is requested, its variant is shown, its students exist and its course has free places. */
export function isApprovable(tx: d.Tx, { id, status, catalog_variant_id }: OrderRow): boolean {
  const variant = d.findVisible(tx, 'catalog_variants', catalog_variant_id)
  if (!variant) return false
  const offer = resolveOffer(tx, variant)
  if (status !== 'requested' || !offer.isUnderWay) return false
  const students = tx.where('order_items', { order_id: id }).map(({ student_id }) => student_id)
  if (!students.every((student_id) => tx.find('users', student_id))) return false
  return filterUnenrolled(tx, variant, students).length <= placesLeft(offer)
}

export function cancelOrderEnrollments(tx: d.Tx, order_id: number): void {
  cancelEnrollments(tx, { order_id })
  for (const { id, state } of tx.where('program_enrollments', { order_id })) {
    if (state === 'confirmed') {
      tx.update('program_enrollments', id, { state: 'canceled' }, 'program_enrollment.cancel')
    }
  }
}
