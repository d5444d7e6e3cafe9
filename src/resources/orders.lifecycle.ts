/** What becomes of an order: approved, it makes enrollments; canceled, it takes them back. */
import { assumed, behaviour, type Tx, unprocessable } from '../define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { createPersonalElements } from './rules/program-elements.ts'
import {
  formatAmount,
  formatAmountOrNull,
  roundRatedCents,
  toCents,
  type CostScheme,
  toRate,
} from './shared/money.ts'
import { resolveOffer, placesLeft } from './rules/catalog-offers.ts'
import { fullName } from './shared/person-names.ts'
import { isEnrolled, createEnrollment } from './rules/enroll.ts'
import { personalAccountSlug } from './shared/slugs.ts'
import { isConfirmedOrActive } from './rules/enrollment-status.ts'

type OrderRow = Rows['orders']

const refusesFullCourse = assumed(
  'order.full',
  'an order for more students than places is not approved; 422',
  {
    reason: 'the maximum would mean nothing otherwise',
    alternative: 'an order is approved however full the course is',
  },
)
const refusesEndedCourse = assumed(
  'order.over',
  'an order for a course that is canceled or over is not approved; 422',
  {
    reason: 'nobody can take part in it any more',
    alternative: 'an order is approved whatever became of the course',
  },
)
const refusesDeletedStudent = assumed(
  'order.gone',
  'an order for a student who was deleted meanwhile is not approved; 422',
  {
    reason: 'an order for somebody who does not exist is not placed either',
    alternative: 'an order is approved for the students who are left',
  },
)
const skipsEnrolledStudents = assumed(
  'order.twice',
  'a student who has a place already gets no second one',
  {
    reason: 'one person sits on one chair',
  },
)

const namesPersonalAccount = behaviour(
  'account.name',
  'the name of a personal account is generated',
)

/** Makes the enrollments that an order asked for. */
export function enrollStudents(tx: Tx, { id, catalog_variant_id }: OrderRow): void {
  const variant = tx.get('catalog_variants', catalog_variant_id)
  const students = findOrderStudents(tx, id)
  const offer = resolveOffer(tx, variant)
  if (!offer.isUnderWay && tx.assumes(refusesEndedCourse)) {
    throw unprocessable({ base: ['is for a course that is canceled or over'] }, refusesEndedCourse)
  }
  const left = placesLeft(offer)
  const unenrolled = filterUnenrolled(tx, variant, students)
  if (unenrolled.length > left && tx.assumes(refusesFullCourse)) {
    throw unprocessable(
      { base: [`asks for ${unenrolled.length} places; ${left} are left`] },
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

function createEditionEnrollment(tx: Tx, values: EditionEnrollmentInput): void {
  const { id } = tx.insert('program_enrollments', values)
  createPersonalElements(tx, id, values.edition_id)
}

/** For whom an order is, as far as they are still there. */
function findOrderStudents(tx: Tx, order_id: number): number[] {
  const orderedIds = tx.where('order_items', { order_id }).map(({ student_id }) => student_id)
  const existingIds = orderedIds.filter((student_id) => tx.find('users', student_id))
  if (existingIds.length < orderedIds.length && tx.assumes(refusesDeletedStudent)) {
    throw unprocessable({ student_ids: ['do not all exist any more'] }, refusesDeletedStudent)
  }
  return existingIds
}

/** The students who still need a place, each once. */
function filterUnenrolled(
  tx: Tx,
  { variantable_type, variantable_id: id }: Rows['catalog_variants'],
  students: readonly number[],
): number[] {
  const isEnrolledAlready = (student_id: number): boolean =>
    variantable_type === 'PlannedCourse'
      ? isEnrolled(tx, student_id, id)
      : tx.count('program_enrollments', { student_id, edition_id: id, state: 'confirmed' }) > 0
  return [...new Set(students)].filter((student_id) => !isEnrolledAlready(student_id))
}

/** Whether an order that was requested can be approved: the course is on, and has room. */
export function isApprovable(tx: Tx, { id, status, catalog_variant_id }: OrderRow): boolean {
  const variant = tx.get('catalog_variants', catalog_variant_id)
  const offer = resolveOffer(tx, variant)
  if (status !== 'requested' || !offer.isUnderWay) return false
  const students = tx.where('order_items', { order_id: id }).map(({ student_id }) => student_id)
  if (!students.every((student_id) => tx.find('users', student_id))) return false
  return filterUnenrolled(tx, variant, students).length <= placesLeft(offer)
}

/** Cancels what an order made. */
export function cancelOrderEnrollments(tx: Tx, order_id: number): void {
  for (const enrollment of tx.where('enrollments', { order_id })) {
    if (isConfirmedOrActive(enrollment))
      tx.update('enrollments', enrollment.id, { status: 'canceled' })
  }
  for (const { id, state } of tx.where('program_enrollments', { order_id })) {
    if (state === 'confirmed') {
      tx.update('program_enrollments', id, { state: 'canceled' }, 'program_enrollment.cancel')
    }
  }
}

/** The account on which a person buys for themselves; made when it is first needed. */
export function findOrCreatePersonalAccount(tx: Tx, user_id: number): number {
  const [existing] = tx.where('accounts', { personal_user_id: user_id })
  if (existing) return existing.id
  tx.logBehaviour(namesPersonalAccount)
  const user = tx.get('users', user_id)
  const name = fullName(user)
  return tx.insert('accounts', {
    name,
    email: user.email,
    account_type: 'personal',
    personal_user_id: user_id,
    slug: personalAccountSlug(name, user_id) as string,
  }).id
}

/** What an order costs: the cost of a place for each student, or one cost for all, and the tax. */
export function computeOrderTotals(
  tx: Tx,
  { cost, cost_scheme }: Pick<OrderRow, 'cost' | 'cost_scheme'>,
  students: number,
) {
  if (cost === null) return { total_cost_excl: null, total_cost_incl: null }
  const excl = toCents(cost) * (cost_scheme === 'student' ? students : 1)
  const [educator] = tx.where('educators', {})
  const incl = roundRatedCents(excl * toRate(educator?.default_invoice_vat_multiplier ?? 1))
  return { total_cost_excl: formatAmount(excl / 100), total_cost_incl: formatAmount(incl / 100) }
}

/** What an order is placed with. */
interface OrderInput {
  readonly catalog_variant_id: number
  readonly creator_id: number
  readonly student_ids?: readonly number[]
  readonly account_id?: number
  readonly planned_course_id?: number
  readonly cost?: string | null
  readonly cost_scheme?: CostScheme
}

/** Places an order: for whom, on whose account, at what cost. Who is named twice is meant once. */
export function placeOrder(tx: Tx, { student_ids = [], ...input }: OrderInput): OrderRow {
  const students = new Set(student_ids)
  if (students.size === 0) throw unprocessable({ student_ids: ['is missing'] })
  const offer = resolveOffer(tx, tx.get('catalog_variants', input.catalog_variant_id))
  const cost_scheme = input.cost_scheme ?? offer.row.cost_scheme
  const cost = input.cost === undefined ? offer.row.cost : formatAmountOrNull(input.cost)
  const isCourse = offer.productable_type === 'Course'
  const order = tx.insert('orders', {
    ...input,
    cost,
    cost_scheme,
    account_id: input.account_id ?? findOrCreatePersonalAccount(tx, input.creator_id),
    planned_course_id: isCourse ? offer.row.id : (input.planned_course_id ?? null),
    ...computeOrderTotals(tx, { cost, cost_scheme }, students.size),
  })
  for (const student_id of students) {
    tx.insert('order_items', { order_id: order.id, student_id })
  }
  return order
}
