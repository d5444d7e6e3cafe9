import * as d from '../../engine/define/define.ts'
import { nameAt, textsIn } from '../demo/demo-texts.ts'
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
const demoPercentages = ['21.00', '9.00', '0.00', '0.00']

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
        name: ({ number, locale }) => nameAt(textsIn(locale).vatRates, number),
        percentage: ({ number }) => demoPercentages[number - 1] ?? '21.00',
      },
    },
  }),
)
