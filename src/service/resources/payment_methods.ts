import * as d from '../../engine/define/define.ts'
import { nameAt, textsIn } from '../demo/demo-texts.ts'
import { gatewayField } from '../fields/payment-gateways.ts'

const PaymentMethodShape = {
  ...d.identity,
  name: d.string(),
  gateway: gatewayField(),
  plugin_id: d.integer().nullable(),
  for_customers: d.boolean().defaultsTo(true).hidden(),
}

export default d.resource(
  'payment_methods',
  PaymentMethodShape,
  { singular: 'PaymentMethod' },
  ({ list }) => ({
    description: 'A payment method.',

    operations: {
      get_payment_methods: list({ scopes: ['settings:read'], where: { for_customers: true } }),
    },
    recipe: {
      rowCounts: d.rowCounts(1, 5, 5),
      isShared: true,
      emptyWorldCount: 1,
      fields: {
        name: ({ number, locale }) => nameAt(textsIn(locale).paymentMethods, number),
        for_customers: ({ number }) => number !== 4,
      },
    },
  }),
)
