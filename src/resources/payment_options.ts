import { rowCounts, identity, number, resource, string } from '../define/define.ts'

/** Payment terms that a customer can choose. */
export const PaymentOptionShape = {
  ...identity,
  name: string(),
  available_from: number(),
  extra_cost: string(),
  percentage: number().nullable(),
  multiplier: string().nullable(),
}

const names = ['At once', 'In two terms', 'In four terms', 'Monthly']

export default resource(
  'payment_options',
  PaymentOptionShape,
  { singular: 'PaymentOption' },
  ({ list }) => ({
    operations: { get_payment_options: list({ scopes: ['settings:read'] }) },
    recipe: {
      rowCounts: rowCounts(1, 4, 4),
      isShared: true,
      fields: {
        name: ({ number: n }) => names[n - 1] ?? `Option ${n}`,
        available_from: ({ number: n }) => (n - 1) * 250,
        extra_cost: ({ number: n }) => `${(n - 1) * 10}.00`,
        percentage: ({ number: n }) => (n === 1 ? null : n * 0.5),
        multiplier: ({ number: n }) => (n === 1 ? null : `1.0${n}`),
      },
    },
  }),
)
