import {
  rowCounts,
  type RepeatContext,
  decimal,
  identity,
  integer,
  ref,
  resource,
  timestamps,
  string,
} from '../define/define.ts'
import { addSeconds } from './shared/dates.ts'
import { resolveOffer } from './rules/catalog-offers.ts'

/** An item of an invoice. */
export const InvoiceItemShape = {
  ...identity,
  invoice_id: ref('invoices').partOf(),
  name: string(),
  units: integer(),
  unit_price: decimal(),
  invoice_vat_id: ref('invoice_vats'),
  catalog_variant_id: ref('catalog_variants').nullable(),
  ...timestamps,
}

export default resource('invoice_items', InvoiceItemShape, { singular: 'InvoiceItem' }, () => ({
  recipe: {
    rowCounts: rowCounts(3, 180, 18_000),
    repeated: { name: repeatedOfferName },
    createdBefore: ({ parent }) => addSeconds(parent('invoice_id')['created_at'], 2),
    fields: {
      // Each invoice has one item: the order.
      invoice_id: ({ number, tx }) => tx.find('invoices', number)?.id,
      catalog_variant_id: ({ parent, tx }) =>
        tx.find('orders', parent('invoice_id')['order_id'])?.catalog_variant_id ?? null,
      name: ({ row, tx }) => {
        const variant = tx.find('catalog_variants', row['catalog_variant_id'])
        return variant ? resolveOffer(tx, variant).name() : 'Training day in company'
      },
      units: ({ parent, tx }) => {
        const order = tx.find('orders', parent('invoice_id')['order_id'])
        return Math.round(Number(order?.total_cost_excl) / Number(order?.cost)) || 1
      },
      unit_price: ({ parent, tx, random }) =>
        tx.find('orders', parent('invoice_id')['order_id'])?.cost ??
        `${random.integer(12, 30) * 50}.00`,
      // The standard rate, which the totals of orders use too.
      invoice_vat_id: ({ tx }) => [...tx.scan('invoice_vats')][0]?.id,
    },
  },
}))

/** Returns the name of the offer in its block: the name of its course or program, with the date. */
function repeatedOfferName({ row, original, find }: RepeatContext): string {
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
