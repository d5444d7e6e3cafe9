import {
  rowCounts,
  boolean,
  decimal,
  identity,
  lifecycleEvents,
  resource,
  string,
} from '../define/define.ts'
import { nonNegative } from './shared/number-limits.ts'
import type { Rows } from '../generated/rows.ts'

/** A VAT rate. */
export const InvoiceVatShape = {
  ...identity,
  name: string(),
  percentage: decimal(),
  has_vat: boolean().computed((_, { percentage }: Rows['invoice_vats']) => Number(percentage) > 0),
}

const { name, percentage } = InvoiceVatShape
const demoRates = [
  ['High', '21.00'],
  ['Low', '9.00'],
  ['None', '0.00'],
  ['Exempt', '0.00'],
] as const

export default resource(
  'invoice_vats',
  InvoiceVatShape,
  { singular: 'InvoiceVat' },
  ({ list, create }) => ({
    events: lifecycleEvents('invoice_vat'),
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
      rowCounts: rowCounts(2, 4, 4),
      isShared: true,
      fields: {
        name: ({ number }) => demoRates[number - 1]?.[0] ?? `Rate ${number}`,
        percentage: ({ number }) => demoRates[number - 1]?.[1] ?? '21.00',
      },
    },
  }),
)
