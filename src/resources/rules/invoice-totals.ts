/** What an invoice comes to, what is still open, and what a payment does to it. */
import { assumed, type Tx } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'
import { highest, usual } from '../shared/sequence-numbers.ts'
import { amountOf, centsAtRate, centsOf, rateOf } from '../shared/money.ts'

type InvoiceRow = Rows['invoices']

const withoutRate = assumed(
  'invoice.vat',
  'an item without a rate of tax has the first one; where there is none, that of the educator is made',
  { because: 'the record shows a rate for every item, and the educator has a usual one' },
)

/** Days in which an opened invoice is to be paid. */
export const daysToPay = 14

/** What the items cost without tax. */
export function totalExcl(tx: Tx, invoice_id: number): number {
  return itemsOf(tx, invoice_id).reduce((sum, item) => sum + centsOfItem(item), 0) / 100
}

export const totalIncl = (tx: Tx, invoice_id: number): number => centsIncl(tx, invoice_id) / 100

export const openAmount = (tx: Tx, invoice_id: number): number =>
  Math.max(0, centsIncl(tx, invoice_id) - centsPaid(tx, invoice_id)) / 100

/** The cents that are asked for: the tax of all items is rounded together. */
function centsIncl(tx: Tx, invoice_id: number): number {
  return centsAtRate(
    itemsOf(tx, invoice_id).reduce((sum, item) => {
      const percentage = Number(tx.find('invoice_vats', item.invoice_vat_id)?.percentage ?? 0)
      return sum + centsOfItem(item) * rateOf(1 + percentage / 100)
    }, 0),
  )
}

const centsOfItem = ({ units, unit_price }: Rows['invoice_items']): number =>
  units * centsOf(unit_price)

const centsPaid = (tx: Tx, invoice_id: number): number =>
  paidOf(tx, invoice_id).reduce((sum, { amount }) => sum + centsOf(amount), 0)

const paidOf = (tx: Tx, invoice_id: number) => tx.where('payments', { invoice_id, status: 'paid' })

export const itemsOf = (tx: Tx, invoice_id: number): Rows['invoice_items'][] =>
  tx.where('invoice_items', { invoice_id })

/** The status in which an invoice is opened: what is asked for may have been paid before. */
export const statusAtOpening = (tx: Tx, id: number): InvoiceRow['status'] =>
  paidOf(tx, id).length > 0 && openAmount(tx, id) === 0 ? 'paid' : 'open'

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
export const nextNumber = (tx: Tx): number => highest(tx, 'invoices', 'number_int') + 1

/** The rate of an item for which none was said. */
export function usualVat(tx: Tx): number {
  tx.uses(withoutRate)
  return usual(tx, 'invoice_vats', () => {
    const multiplier = tx.where('educators', {})[0]?.default_invoice_vat_multiplier ?? 1
    return { name: 'Standard', percentage: amountOf((rateOf(multiplier) - rateOf(1)) / 100) }
  })
}

export const numberText = (number: number): string => `INV-${String(number).padStart(5, '0')}`

/** The lines that stand on the invoice when it is printed. */
export function printedLines(tx: Tx, invoice: InvoiceRow): string[] {
  const items = itemsOf(tx, invoice.id).map(
    ({ units, name, unit_price }) => `${units} x ${name}: ${unit_price}`,
  )
  const total = `Total: ${amountOf(totalIncl(tx, invoice.id))} ${invoice.currency}`
  return [`Invoice ${invoice.number}`, invoice.account_name, ...items, total]
}
