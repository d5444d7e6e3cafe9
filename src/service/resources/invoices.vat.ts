/** The default VAT rate of an invoice item. */
import * as d from '../../engine/define/define.ts'
import { findEducator, firstIdOrCreate } from '../fields/first-record.ts'
import { formatAmount, toRate } from '../fields/money.ts'
import { defaultsToFirstVat } from '../behaviours/sales.ts'

/** Returns the id of the first VAT rate. Creates the educator's rate if there is none. */
export function defaultVatId(tx: d.Tx): number {
  tx.logBehaviour(defaultsToFirstVat)
  return firstIdOrCreate(tx, 'invoice_vats', () => {
    const multiplier = findEducator(tx)?.default_invoice_vat_multiplier ?? 1
    return { name: 'Standard', percentage: formatAmount((toRate(multiplier) - toRate(1)) / 100) }
  })
}
