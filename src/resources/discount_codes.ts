import { amounts, choice, date, identity, integer, number, resource, string } from '../define/define.ts'
import { daysAfter } from './shared/dates.ts'

/** A word that makes an order cheaper. */
export const DiscountCode = {
  ...identity,
  name: string(),
  discount_code: string(),
  discount_type: choice(['fixed', 'percentage']),
  amount: number(),
  max_usage: integer().nullable(),
  usage_count: integer().initially(0),
  start_date: date(),
  expiration_date: date(),
}

export default resource('discount_codes', DiscountCode, { one: 'DiscountCode' }, ({ list }) => ({
  operations: { get_discount_codes: list({ scopes: ['orders:read'] }) },
  recipe: {
    amounts: amounts(1, 30, 60),
    fields: {
      name: ({ chance }) =>
        chance.pick(['Early bird', 'Alumni', 'Partner', 'Summer', 'Second seat']),
      discount_code: ({ row, number: n }) =>
        `${String(row['name']).split(' ')[0]?.toUpperCase()}${10 + n}`,
      discount_type: ({ chance }) => chance.pick(['fixed', 'percentage']),
      amount: ({ row, chance }) =>
        row['discount_type'] === 'fixed' ? chance.integer(1, 10) * 25 : chance.integer(1, 6) * 5,
      max_usage: ({ chance }) => chance.pick([null, 10, 50, 100]),
      usage_count: ({ chance }) => chance.integer(0, 9),
      start_date: ({ chance, day }) => day(-chance.integer(0, 200)),
      expiration_date: ({ row, chance }) => daysAfter(row['start_date'], chance.integer(30, 400)),
    },
  },
}))
