/** The placement of an order: its items, its total cost and the account that pays. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { orderedVariant, resolveOffer, sellsPlannedCourse } from '../rules/catalog-offers.ts'
import { findOrCreatePersonalAccount } from '../rules/personal-accounts.ts'
import {
  formatAmount,
  formatAmountOrNull,
  assertTotal,
  multiplyByRate,
  needsCost,
  roundRatedCents,
  toCents,
  type CostScheme,
  toRate,
} from '../fields/money.ts'
import {
  refusesCanceledCourse,
  refusesOtherCourse,
  requiresStudents,
  totalsOfScheme,
} from '../behaviours/sales.ts'

type OrderRow = Rows['orders']

/** Computes the total cost: per student or per order, without and with VAT. */
function computeOrderTotals(
  tx: d.Tx,
  { cost, cost_scheme }: Pick<OrderRow, 'cost' | 'cost_scheme'>,
  students: number,
) {
  tx.logBehaviour(totalsOfScheme)
  if (cost === null || !needsCost(cost_scheme)) {
    return { total_cost_excl: null, total_cost_incl: null }
  }
  const excl = toCents(cost) * (cost_scheme === 'student' ? students : 1)
  const [educator] = tx.where('educators', {})
  assertTotal(tx, 'cost', excl)
  const rate = toRate(educator?.default_invoice_vat_multiplier ?? 1)
  const incl = roundRatedCents(multiplyByRate(excl, rate))
  assertTotal(tx, 'cost', incl)
  return { total_cost_excl: formatAmount(excl / 100), total_cost_incl: formatAmount(incl / 100) }
}

interface OrderInput {
  readonly catalog_variant_id: number
  readonly creator_id: number
  readonly student_ids?: readonly number[]
  readonly account_id?: number
  readonly planned_course_id?: number
  readonly cost?: string | null
  readonly cost_scheme?: CostScheme
}

function assertPlannedCourse(
  tx: d.Tx,
  variant: Rows['catalog_variants'],
  { planned_course_id }: OrderInput,
): void {
  if (planned_course_id === undefined || sellsPlannedCourse(variant, planned_course_id)) return
  if (!tx.assumes(refusesOtherCourse)) return
  throw d.unprocessable(
    { planned_course_id: ['is not sold by the catalog variant'] },
    refusesOtherCourse,
  )
}

/** Inserts an order and an item for each distinct student. */
export function placeOrder(tx: d.Tx, { student_ids = [], ...input }: OrderInput): OrderRow {
  const students = new Set(student_ids)
  tx.logBehaviour(requiresStudents)
  if (students.size === 0) throw d.unprocessable({ student_ids: ['is missing'] }, requiresStudents)
  const variant = orderedVariant(tx, input.catalog_variant_id)
  assertPlannedCourse(tx, variant, input)
  const offer = resolveOffer(tx, variant)
  const cost_scheme = input.cost_scheme ?? offer.row.cost_scheme
  const cost = input.cost === undefined ? offer.row.cost : formatAmountOrNull(input.cost)
  const isCourse = offer.productable_type === 'Course'
  if (isCourse && offer.isCanceled) {
    tx.logBehaviour(refusesCanceledCourse)
    throw d.unprocessable(
      { catalog_variant_id: ['is of a canceled course'] },
      refusesCanceledCourse,
    )
  }
  const order = tx.insert('orders', {
    ...input,
    cost,
    cost_scheme,
    account_id: input.account_id ?? findOrCreatePersonalAccount(tx, input.creator_id),
    planned_course_id: isCourse ? offer.row.id : null,
    ...computeOrderTotals(tx, { cost, cost_scheme }, students.size),
  })
  for (const student_id of students) {
    tx.insert('order_items', { order_id: order.id, student_id })
  }
  return order
}
