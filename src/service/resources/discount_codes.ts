import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { addDays } from '../fields/dates.ts'
import type { Rows } from '../generated/rows.ts'

type CodeRow = Rows['discount_codes']

const DiscountCodeShape = {
  ...d.identity,
  name: d.string(),
  discount_code: d.string(),
  discount_type: d.choice(['fixed', 'percentage']),
  amount: d.number(),
  max_usage: d.integer().nullable(),
  usage_count: d
    .integer()
    .computed((tx, { discount_code }: CodeRow) => tx.count('orders', { discount_code })),
  start_date: d.date(),
  expiration_date: d.date(),
}

export default d.resource(
  'discount_codes',
  DiscountCodeShape,
  { singular: 'DiscountCode' },
  ({ list }) => ({
    description: 'A code that reduces the price of an order.',

    operations: { get_discount_codes: list({ scopes: ['orders:read'] }) },
    recipe: {
      rowCounts: d.rowCounts(1, 30, 60),
      isShared: true,
      fields: {
        name: ({ random, locale }) => random.pick(textsIn(locale).discounts),
        discount_code: ({ row, number: n }) =>
          `${String(row['name']).split(' ')[0]?.toUpperCase()}${10 + n}`,
        discount_type: ({ random }) => random.pick(['fixed', 'percentage']),
        amount: ({ row, random }) =>
          row['discount_type'] === 'fixed' ? random.integer(1, 10) * 25 : random.integer(1, 6) * 5,
        max_usage: ({ random }) => random.pick([null, 500, 1_000]),
        start_date: ({ random, day }) => day(-random.integer(0, 200)),
        expiration_date: ({ row, random }) => addDays(row['start_date'], random.integer(30, 400)),
      },
    },
  }),
)
