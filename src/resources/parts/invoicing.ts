/** What an invoice comes to, what is still open, and what a payment does to it. */
import type { Tx } from '../../define.ts'
import type { Rows } from '../rows.ts'
import { amountOf } from './money.ts'

type InvoiceRow = Rows['invoices']

/** What the items cost without tax. */
export function totalExcl(tx: Tx, invoice_id: number): number {
  return itemsOf(tx, invoice_id).reduce(
    (sum, item) => sum + item.units * Number(item.unit_price),
    0,
  )
}

export function totalIncl(tx: Tx, invoice_id: number): number {
  return itemsOf(tx, invoice_id).reduce((sum, { units, unit_price, invoice_vat_id }) => {
    const percentage = Number(tx.find('invoice_vats', invoice_vat_id)?.percentage ?? 0)
    return sum + units * Number(unit_price) * (1 + percentage / 100)
  }, 0)
}

export function totalPaid(tx: Tx, invoice_id: number): number {
  return tx
    .where('payments', { invoice_id, status: 'paid' })
    .reduce((sum, { amount }) => sum + Number(amount), 0)
}

export const openAmount = (tx: Tx, invoice_id: number): number =>
  Math.max(0, cents(totalIncl(tx, invoice_id) - totalPaid(tx, invoice_id)))

/** Rounded to whole cents, so that a sum of payments meets a sum of items. */
const cents = (amount: number): number => Math.round(amount * 100) / 100

export const itemsOf = (tx: Tx, invoice_id: number): Rows['invoice_items'][] =>
  tx.where('invoice_items', { invoice_id })

/** The status that follows from what is paid and from the day. */
export function statusAfterPayment(
  tx: Tx,
  { id, status, expiration_date }: InvoiceRow,
): InvoiceRow['status'] {
  if (status === 'concept') return status
  if (openAmount(tx, id) === 0) return 'paid'
  return expiration_date !== null && expiration_date < tx.today ? 'expired' : 'open'
}

/** Invoices in their own count, none twice; one that is not opened has none. */
export const nextNumber = (tx: Tx): number =>
  Math.max(0, ...tx.where('invoices', {}).map(({ number_int }) => number_int ?? 0)) + 1

export const numberText = (number: number): string => `INV-${String(number).padStart(5, '0')}`

/** The lines that stand on the invoice when it is printed. */
export function printedLines(tx: Tx, invoice: InvoiceRow): string[] {
  const items = itemsOf(tx, invoice.id).map(
    ({ units, name, unit_price }) => `${units} x ${name}: ${unit_price}`,
  )
  const total = `Total: ${amountOf(totalIncl(tx, invoice.id))} ${invoice.currency}`
  return [`Invoice ${invoice.number}`, invoice.account_name, ...items, total]
}
