import * as d from '../../engine/define/define.ts'
import { nameAt, textsIn } from '../demo/demo-texts.ts'

const PaymentOptionShape = {
  ...d.identity,
  name: d.string(),
  available_from: d.number(),
  extra_cost: d.string(),
  percentage: d.number().nullable(),
  multiplier: d.string().nullable(),
}

export default d.resource(
  'payment_options',
  PaymentOptionShape,
  { singular: 'PaymentOption' },
  ({ list }) => ({
    description: 'Payment terms that a customer can choose.',

    operations: { get_payment_options: list({ scopes: ['settings:read'] }) },
    recipe: {
      rowCounts: d.rowCounts(1, 4, 4),
      isShared: true,
      fields: {
        name: ({ number, locale }) => nameAt(textsIn(locale).paymentOptions, number),
        available_from: ({ number: n }) => (n - 1) * 250,
        extra_cost: ({ number: n }) => `${(n - 1) * 10}.00`,
        percentage: ({ number: n }) => (n === 1 ? null : n * 0.5),
        multiplier: ({ number: n }) => (n === 1 ? null : `1.0${n}`),
      },
    },
  }),
)
