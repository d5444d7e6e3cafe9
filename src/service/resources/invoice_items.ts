import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { addSeconds } from '../fields/dates.ts'
import { formatAmount } from '../fields/money.ts'
import { resolveOffer } from '../rules/catalog-offers.ts'

const InvoiceItemShape = {
  ...d.identity,
  invoice_id: d.ref('invoices').partOf(),
  name: d.string(),
  units: d.integer(),
  unit_price: d.decimal(),
  invoice_vat_id: d.ref('invoice_vats'),
  catalog_variant_id: d.ref('catalog_variants').nullable(),
  ...d.timestamps,
}

export default d.resource('invoice_items', InvoiceItemShape, { singular: 'InvoiceItem' }, () => ({
  description: 'An item of an invoice.',

  recipe: {
    rowCounts: d.rowCounts(2, 150, 15_000),
    numbers: (tx, amount) => (amount === 0 ? 0 : tx.count('orders') + 1),
    repeated: { name: repeatedOfferName },
    createdBefore: ({ parent }) => addSeconds(parent('invoice_id')['created_at'], 2),
    fields: {
      // Each invoice has one item: the order.
      invoice_id: ({ number, tx }) => tx.find('invoices', number)?.id,
      catalog_variant_id: ({ parent, tx }) =>
        tx.find('orders', parent('invoice_id')['order_id'])?.catalog_variant_id ?? null,
      name: ({ row, tx, locale }) => {
        const variant = tx.find('catalog_variants', row['catalog_variant_id'])
        return variant ? resolveOffer(tx, variant).name() : textsIn(locale).invoices.line
      },
      units: ({ parent, tx }) => {
        const order = tx.find('orders', parent('invoice_id')['order_id'])
        return order?.cost_scheme === 'student'
          ? Math.max(1, tx.count('order_items', { order_id: order.id }))
          : 1
      },
      unit_price: ({ parent, row, tx, random }) => {
        const order = tx.find('orders', parent('invoice_id')['order_id'])
        return order
          ? formatAmount(Number(order.total_cost_excl) / row['units'])
          : `${random.integer(12, 30) * 50}.00`
      },
      // The standard rate, which the totals of orders use too.
      invoice_vat_id: ({ tx }) => [...tx.scan('invoice_vats')][0]?.id,
    },
  },
}))

/** Returns the name of the offer in its block: the name of its course or program, with the date. */
function repeatedOfferName({ row, original, find }: d.RepeatContext): string {
  const { variantable_type, variantable_id } =
    find('catalog_variants', row['catalog_variant_id']) ?? {}
  const isCourse = variantable_type === 'PlannedCourse'
  const offer = find(isCourse ? 'planned_courses' : 'program_editions', variantable_id ?? null)
  const product = isCourse
    ? find('courses', offer?.['course_id'])
    : find('programs', offer?.['program_id'] ?? null)
  if (!product) return original['name']
  return original['name'].replace(isCourse ? /^.*(?= \()/ : /^.*(?=: )/, () => product['name'])
}
