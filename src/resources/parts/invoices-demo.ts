/** How believable invoices are made: each bills the next order that costs something, in the order of time. */
import type { Making } from '../../define/recipe.ts'
import { sortIndex } from '../../define/listing.ts'
import type { Tx } from '../../define.ts'
import type { Rows } from '../rows.ts'
import { daysAfter } from './dates.ts'
import { nextNumber } from './invoicing.ts'

type InvoiceRow = Rows['invoices']

/** Days in which an opened invoice is to be paid. */
export const daysToPay = 14

/** Days after which no invoice is a concept any more. */
const draftDays = 30

/** The first order to be billed behind the one that the last invoice bills. */
export function nextBilled(tx: Tx): number | null {
  if (hasDraft(tx)) return null
  const [last] = tx.walk('invoices', { reverse: true })
  const before = tx.find('orders', last?.order_id)
  const from = before && { from: [before.created_at, before.id] }
  for (const order of tx.walk('orders', { index: sortIndex('created_at'), ...from })) {
    if (order.status === 'active' && Number(order.total_cost_excl ?? 0) > 0) return order.id
  }
  return null
}

/** Whether there is the one invoice that stands behind all orders: a draft for something else. */
export function hasDraft(tx: Tx): boolean {
  const [last] = tx.walk('invoices', { reverse: true })
  return last !== undefined && last.order_id === null
}

/** An invoice is opened on the day after the order. */
const openedOn = (tx: Tx, order_id: number): string =>
  daysAfter(tx.get('orders', order_id).created_at.slice(0, 10), 1)

export function statusOfInvoice({ row, tx, chance, day }: Making): InvoiceRow['status'] {
  if (!row['order_id']) return 'concept'
  const opened = openedOn(tx, row['order_id'])
  const luck = chance.next()
  if (opened > day(0) || (opened > day(-draftDays) && luck < 0.2)) return 'concept'
  if (luck < 0.8) return opened < day(0) ? 'paid' : 'open'
  return daysAfter(opened, daysToPay) < day(0) ? 'expired' : 'open'
}

export function openedAt({ row, tx, day }: Making): string | null {
  if (row['status'] === 'concept') return null
  if (row['order_id']) return openedOn(tx, row['order_id'])
  return row['status'] === 'open' ? day(-1) : day(-daysToPay - 2)
}

/** The number behind the last that was given. */
export function numberOf({ row, tx }: Making): number | null {
  if (row['status'] === 'concept') return null
  if (!row['order_id']) return nextNumber(tx)
  // Note: those of a world are opened in the order of their ids.
  for (const { number_int } of tx.walk('invoices', { reverse: true })) {
    if (number_int !== null) return number_int + 1
  }
  return 1
}
