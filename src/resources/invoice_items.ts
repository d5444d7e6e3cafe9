import { amounts, decimal, identity, integer, ref, resource, stamps, string } from '../define.ts'

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
    amounts: amounts(2, 120, 10_000),
    fields: {
      invoice_id: ({ number, tx, pick }) => tx.find('invoices', number)?.id ?? pick('invoices'),
      catalog_variant_id: ({ parent, tx }) =>
        tx.find('orders', parent('invoice_id')['order_id'])?.catalog_variant_id ?? null,
      name: ({ chance }) => chance.pick(['Course fee', 'Exam fee', 'Materials', 'Lunch']),
      units: ({ chance }) => chance.integer(1, 4),
      unit_price: ({ chance }) => `${chance.integer(2, 60) * 25}.00`,
    },
  },
}))
