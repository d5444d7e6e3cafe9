import * as d from '../../engine/define/define.ts'
import { nonNegative } from '../fields/number-limits.ts'
import type { Rows } from '../generated/rows.ts'

const InvoiceVatShape = {
  ...d.identity,
  name: d.string(),
  percentage: d.decimal(),
  has_vat: d
    .boolean()
    .computed((_, { percentage }: Rows['invoice_vats']) => Number(percentage) > 0),
}

const { name, percentage } = InvoiceVatShape
const demoRates = [
  ['High', '21.00'],
  ['Low', '9.00'],
  ['None', '0.00'],
  ['Exempt', '0.00'],
] as const

export default d.resource(
  'invoice_vats',
  InvoiceVatShape,
  { singular: 'InvoiceVat' },
  ({ list, create }) => ({
    description: 'A VAT rate.',

    events: d.lifecycleEvents('invoice_vat'),
    operations: {
      get_invoice_vats: list({ scopes: ['settings:read'] }),
      create_invoice_vat: create({
        scopes: ['settings:modify'],
        body: {
          name: name.required(),
          percentage: percentage.required().limitedTo(nonNegative),
        },
      }),
    },
    recipe: {
      rowCounts: d.rowCounts(2, 4, 4),
      isShared: true,
      fields: {
        name: ({ number }) => demoRates[number - 1]?.[0] ?? `Rate ${number}`,
        percentage: ({ number }) => demoRates[number - 1]?.[1] ?? '21.00',
      },
    },
  }),
)
