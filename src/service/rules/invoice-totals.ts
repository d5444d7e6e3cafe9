/** The total and the open amount of an invoice, and its status after a payment. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { multiplyByRate, roundRatedCents, toCents, toRate } from '../fields/money.ts'
import { creditsNegativeTotal, openingRule } from '../behaviours/sales.ts'

type InvoiceRow = Rows['invoices']

/** The number of days between opening and expiration in demo data. */
export const paymentTermDays = openingRule.range.default

/** Returns the total of the items without VAT. */
export function totalExclVat(tx: d.Tx, invoice_id: number): number {
  return findInvoiceItems(tx, invoice_id).reduce((sum, item) => sum + itemCents(item), 0) / 100
}

export const totalInclVat = (tx: d.Tx, invoice_id: number): number =>
  centsInclVat(tx, invoice_id) / 100

/** Returns the part of the total that payments do not cover; 0 for an excess. */
export function openAmount(tx: d.Tx, invoice_id: number): number {
  const total = centsInclVat(tx, invoice_id)
  const open = total - paidCents(tx, invoice_id)
  if (total >= 0) return Math.max(0, open) / 100
  tx.logBehaviour(creditsNegativeTotal)
  return Math.min(0, open) / 100
}

/** Returns the total with VAT in cents. The sum is rounded once. */
function centsInclVat(tx: d.Tx, invoice_id: number): number {
  return roundRatedCents(
    findInvoiceItems(tx, invoice_id).reduce((sum, item) => {
      const percentage = Number(tx.find('invoice_vats', item.invoice_vat_id)?.percentage ?? 0)
      return sum + multiplyByRate(itemCents(item), toRate(1 + percentage / 100))
    }, 0n),
  )
}

const itemCents = ({ units, unit_price }: Rows['invoice_items']): number =>
  units * toCents(unit_price)

const paidCents = (tx: d.Tx, invoice_id: number): number =>
  findPaidPayments(tx, invoice_id).reduce((sum, { amount }) => sum + toCents(amount), 0)

const findPaidPayments = (tx: d.Tx, invoice_id: number) =>
  tx.where('payments', { invoice_id, status: 'paid' })

/** Whether payments exist and cover the total. */
export const isFullyPaid = (tx: d.Tx, invoice_id: number): boolean =>
  findPaidPayments(tx, invoice_id).length > 0 && openAmount(tx, invoice_id) === 0

export const findInvoiceItems = (tx: d.Tx, invoice_id: number): Rows['invoice_items'][] =>
  tx.where('invoice_items', { invoice_id })

/** Returns the status according to the payments and the current day. */
export function statusAfterPayment(
  tx: d.Tx,
  { id, status, expiration_date }: InvoiceRow,
): InvoiceRow['status'] {
  if (status === 'concept') return status
  if (isFullyPaid(tx, id)) return 'paid'
  return expiration_date !== null && expiration_date < tx.today ? 'expired' : 'open'
}
