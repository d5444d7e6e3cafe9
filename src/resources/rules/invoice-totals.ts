/** What an invoice comes to, what is still open, and what a payment does to it. */
import { assumed, type Tx } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'
import { highestNumber, firstIdOrCreate } from '../shared/sequence-numbers.ts'
import { formatAmount, roundRatedCents, toCents, toRate } from '../shared/money.ts'

type InvoiceRow = Rows['invoices']

const defaultsToFirstVat = assumed(
  'invoice.vat',
  'an item without a rate of tax has the first one; where there is none, that of the educator is made',
  { reason: 'the record shows a rate for every item, and the educator has a usual one' },
)

/** Days in which an opened invoice is to be paid. */
export const paymentTermDays = 14

/** What the items cost without tax. */
export function totalExclVat(tx: Tx, invoice_id: number): number {
  return findInvoiceItems(tx, invoice_id).reduce((sum, item) => sum + itemCents(item), 0) / 100
}

export const totalInclVat = (tx: Tx, invoice_id: number): number =>
  centsInclVat(tx, invoice_id) / 100

export const openAmount = (tx: Tx, invoice_id: number): number =>
  Math.max(0, centsInclVat(tx, invoice_id) - paidCents(tx, invoice_id)) / 100

/** The cents that are asked for: the tax of all items is rounded together. */
function centsInclVat(tx: Tx, invoice_id: number): number {
  return roundRatedCents(
    findInvoiceItems(tx, invoice_id).reduce((sum, item) => {
      const percentage = Number(tx.find('invoice_vats', item.invoice_vat_id)?.percentage ?? 0)
      return sum + itemCents(item) * toRate(1 + percentage / 100)
    }, 0),
  )
}

const itemCents = ({ units, unit_price }: Rows['invoice_items']): number =>
  units * toCents(unit_price)

const paidCents = (tx: Tx, invoice_id: number): number =>
  findPaidPayments(tx, invoice_id).reduce((sum, { amount }) => sum + toCents(amount), 0)

const findPaidPayments = (tx: Tx, invoice_id: number) =>
  tx.where('payments', { invoice_id, status: 'paid' })

export const findInvoiceItems = (tx: Tx, invoice_id: number): Rows['invoice_items'][] =>
  tx.where('invoice_items', { invoice_id })

/** The status in which an invoice is opened: what is asked for may have been paid before. */
export const statusWhenOpened = (tx: Tx, id: number): InvoiceRow['status'] =>
  findPaidPayments(tx, id).length > 0 && openAmount(tx, id) === 0 ? 'paid' : 'open'

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
export const nextInvoiceNumber = (tx: Tx): number => highestNumber(tx, 'invoices', 'number_int') + 1

/** The rate of an item for which none was said. */
export function defaultVatId(tx: Tx): number {
  tx.logBehaviour(defaultsToFirstVat)
  return firstIdOrCreate(tx, 'invoice_vats', () => {
    const multiplier = tx.where('educators', {})[0]?.default_invoice_vat_multiplier ?? 1
    return { name: 'Standard', percentage: formatAmount((toRate(multiplier) - toRate(1)) / 100) }
  })
}

export const formatInvoiceNumber = (number: number): string =>
  `INV-${String(number).padStart(5, '0')}`

/** The lines that stand on the invoice when it is printed. */
export function formatInvoiceLines(tx: Tx, invoice: InvoiceRow): string[] {
  const items = findInvoiceItems(tx, invoice.id).map(
    ({ units, name, unit_price }) => `${units} x ${name}: ${unit_price}`,
  )
  const total = `Total: ${formatAmount(totalInclVat(tx, invoice.id))} ${invoice.currency}`
  return [`Invoice ${invoice.number}`, invoice.account_name, ...items, total]
}
