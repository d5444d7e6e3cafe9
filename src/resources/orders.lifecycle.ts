/** What becomes of an order: approved, it makes enrollments; canceled, it takes them back. */
import { assumed, behaviour, type Tx, unprocessable } from '../define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { plantPersonalElements } from './rules/program-elements.ts'
import { amountOf, amountOrNull, centsAtRate, centsOf, type CostScheme, rateOf } from './shared/money.ts'
import { offerOf, placesLeftOf } from './rules/catalog-offers.ts'
import { fullName } from './shared/person-names.ts'
import { isEnrolled, seat } from './rules/enroll.ts'
import { personalSlug } from './shared/slugs.ts'
import { isLive } from './rules/enrollment-status.ts'

type OrderRow = Rows['orders']

const fullCourse = assumed(
  'order.full',
  'an order for more students than places is not approved; 422',
  {
    because: 'the maximum would mean nothing otherwise',
    instead: 'an order is approved however full the course is',
  },
)
const overCourse = assumed(
  'order.over',
  'an order for a course that is canceled or over is not approved; 422',
  {
    because: 'nobody can take part in it any more',
    instead: 'an order is approved whatever became of the course',
  },
)
const goneStudent = assumed(
  'order.gone',
  'an order for a student who was deleted meanwhile is not approved; 422',
  {
    because: 'an order for somebody who does not exist is not placed either',
    instead: 'an order is approved for the students who are left',
  },
)
const twice = assumed('order.twice', 'a student who has a place already gets no second one', {
  because: 'one person sits on one chair',
})

const namedAfterOwner = behaviour('account.name', 'the name of a personal account is generated')

/** Makes the enrollments that an order asked for. */
export function enrollStudents(tx: Tx, { id, catalog_variant_id }: OrderRow): void {
  const variant = tx.get('catalog_variants', catalog_variant_id)
  const students = studentsOf(tx, id)
  const offer = offerOf(tx, variant)
  if (!offer.isUnderWay && tx.takes(overCourse)) {
    throw unprocessable({ base: ['is for a course that is canceled or over'] }, overCourse)
  }
  const left = placesLeftOf(offer)
  const seatless = withoutPlace(tx, variant, students)
  if (seatless.length > left && tx.takes(fullCourse)) {
    throw unprocessable(
      { base: [`asks for ${seatless.length} places; ${left} are left`] },
      fullCourse,
    )
  }
  tx.uses(twice)
  for (const student_id of seatless) {
    if (variant.variantable_type === 'PlannedCourse') {
      seat(tx, { student_id, planned_course_id: variant.variantable_id, order_id: id })
    } else seatOnEdition(tx, { student_id, edition_id: variant.variantable_id, order_id: id })
  }
}

type EditionSeat = Pick<Rows['program_enrollments'], 'student_id' | 'edition_id' | 'order_id'>

function seatOnEdition(tx: Tx, values: EditionSeat): void {
  const { id } = tx.insert('program_enrollments', values)
  plantPersonalElements(tx, id, values.edition_id)
}

/** For whom an order is, as far as they are still there. */
function studentsOf(tx: Tx, order_id: number): number[] {
  const asked = tx.where('order_items', { order_id }).map(({ student_id }) => student_id)
  const left = asked.filter((student_id) => tx.find('users', student_id))
  if (left.length < asked.length && tx.takes(goneStudent)) {
    throw unprocessable({ student_ids: ['do not all exist any more'] }, goneStudent)
  }
  return left
}

/** The students who still need a place, each once. */
function withoutPlace(
  tx: Tx,
  { variantable_type, variantable_id: id }: Rows['catalog_variants'],
  students: readonly number[],
): number[] {
  const held = (student_id: number): boolean =>
    variantable_type === 'PlannedCourse'
      ? isEnrolled(tx, student_id, id)
      : tx.count('program_enrollments', { student_id, edition_id: id, state: 'confirmed' }) > 0
  return [...new Set(students)].filter((student_id) => !held(student_id))
}

/** Whether an order that was requested can be approved: the course is on, and has room. */
export function isApprovable(tx: Tx, { id, status, catalog_variant_id }: OrderRow): boolean {
  const variant = tx.get('catalog_variants', catalog_variant_id)
  const offer = offerOf(tx, variant)
  if (status !== 'requested' || !offer.isUnderWay) return false
  const students = tx.where('order_items', { order_id: id }).map(({ student_id }) => student_id)
  if (!students.every((student_id) => tx.find('users', student_id))) return false
  return withoutPlace(tx, variant, students).length <= placesLeftOf(offer)
}

/** Cancels what an order made. */
export function cancelEnrollmentsOf(tx: Tx, order_id: number): void {
  for (const enrollment of tx.where('enrollments', { order_id })) {
    if (isLive(enrollment)) tx.update('enrollments', enrollment.id, { status: 'canceled' })
  }
  for (const { id, state } of tx.where('program_enrollments', { order_id })) {
    if (state === 'confirmed') {
      tx.update('program_enrollments', id, { state: 'canceled' }, 'program_enrollment.cancel')
    }
  }
}

/** The account on which a person buys for themselves; made when it is first needed. */
export function personalAccountOf(tx: Tx, user_id: number): number {
  const [known] = tx.where('accounts', { personal_user_id: user_id })
  if (known) return known.id
  tx.uses(namedAfterOwner)
  const user = tx.get('users', user_id)
  const name = fullName(user)
  return tx.insert('accounts', {
    name,
    email: user.email,
    account_type: 'personal',
    personal_user_id: user_id,
    slug: personalSlug(name, user_id) as string,
  }).id
}

/** What an order costs: the cost of a place for each student, or one cost for all, and the tax. */
export function totalsFor(
  tx: Tx,
  { cost, cost_scheme }: Pick<OrderRow, 'cost' | 'cost_scheme'>,
  students: number,
) {
  if (cost === null) return { total_cost_excl: null, total_cost_incl: null }
  const excl = centsOf(cost) * (cost_scheme === 'student' ? students : 1)
  const [educator] = tx.where('educators', {})
  const incl = centsAtRate(excl * rateOf(educator?.default_invoice_vat_multiplier ?? 1))
  return { total_cost_excl: amountOf(excl / 100), total_cost_incl: amountOf(incl / 100) }
}

/** What an order is placed with. */
interface Asked {
  readonly catalog_variant_id: number
  readonly creator_id: number
  readonly student_ids?: readonly number[]
  readonly account_id?: number
  readonly planned_course_id?: number
  readonly cost?: string | null
  readonly cost_scheme?: CostScheme
}

/** Places an order: for whom, on whose account, at what cost. Who is named twice is meant once. */
export function placeOrder(tx: Tx, { student_ids = [], ...asked }: Asked): OrderRow {
  const students = new Set(student_ids)
  if (students.size === 0) throw unprocessable({ student_ids: ['is missing'] })
  const offer = offerOf(tx, tx.get('catalog_variants', asked.catalog_variant_id))
  const cost_scheme = asked.cost_scheme ?? offer.row.cost_scheme
  const cost = asked.cost === undefined ? offer.row.cost : amountOrNull(asked.cost)
  const isCourse = offer.productable_type === 'Course'
  const order = tx.insert('orders', {
    ...asked,
    cost,
    cost_scheme,
    account_id: asked.account_id ?? personalAccountOf(tx, asked.creator_id),
    planned_course_id: isCourse ? offer.row.id : (asked.planned_course_id ?? null),
    ...totalsFor(tx, { cost, cost_scheme }, students.size),
  })
  for (const student_id of students) {
    tx.insert('order_items', { order_id: order.id, student_id })
  }
  return order
}
