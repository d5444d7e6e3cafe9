/** The default VAT rate of an invoice item. */
import { assumed, type Tx } from '../define/define.ts'
import { findEducator, firstIdOrCreate } from './shared/first-record.ts'
import { formatAmount, toRate } from './shared/money.ts'

const defaultsToFirstVat = assumed(
  'invoice.vat',
  'an item without a VAT rate gets the first rate; if there is none, the rate of the educator is created',
  { reason: 'the record shows a rate for every item, and the educator has a default rate' },
)

/** Returns the id of the first VAT rate. Creates the educator's rate if there is none. */
export function defaultVatId(tx: Tx): number {
  tx.logBehaviour(defaultsToFirstVat)
  return firstIdOrCreate(tx, 'invoice_vats', () => {
    const multiplier = findEducator(tx)?.default_invoice_vat_multiplier ?? 1
    return { name: 'Standard', percentage: formatAmount((toRate(multiplier) - toRate(1)) / 100) }
  })
}
