import { amounts, decimal, identity, integer, ref, resource, stamps, string } from '../define/define.ts'
import { secondsAfter } from './shared/dates.ts'
import { offerOf } from './rules/catalog-offers.ts'

/** A line of an invoice. */
export const InvoiceItem = {
  ...identity,
  invoice_id: ref('invoices').part(),
  name: string(),
  units: integer(),
  unit_price: decimal(),
  invoice_vat_id: ref('invoice_vats'),
  catalog_variant_id: ref('catalog_variants').nullable(),
  ...stamps,
}

export default resource('invoice_items', InvoiceItem, { one: 'InvoiceItem' }, () => ({
  recipe: {
    amounts: amounts(3, 180, 18_000),
    before: ({ parent }) => secondsAfter(parent('invoice_id')['created_at'], 2),
    fields: {
      // Each invoice has one line; what else might stand on it, nobody ordered.
      invoice_id: ({ number, tx }) => tx.find('invoices', number)?.id,
      catalog_variant_id: ({ parent, tx }) =>
        tx.find('orders', parent('invoice_id')['order_id'])?.catalog_variant_id ?? null,
      name: ({ row, tx }) => {
        const variant = tx.find('catalog_variants', row['catalog_variant_id'])
        return variant ? offerOf(tx, variant).name : 'Training day in company'
      },
      units: ({ parent, tx }) => {
        const order = tx.find('orders', parent('invoice_id')['order_id'])
        return Math.round(Number(order?.total_cost_excl) / Number(order?.cost)) || 1
      },
      unit_price: ({ parent, tx, chance }) =>
        tx.find('orders', parent('invoice_id')['order_id'])?.cost ??
        `${chance.integer(12, 30) * 50}.00`,
      // The usual rate, by which orders are counted too.
      invoice_vat_id: ({ tx }) => [...tx.walk('invoice_vats')][0]?.id,
    },
  },
}))
