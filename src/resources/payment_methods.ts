import { rowCounts, boolean, identity, integer, resource, string } from '../define/define.ts'
import { gatewayField } from './shared/payment-gateways.ts'

/** A payment method. */
export const PaymentMethodShape = {
  ...identity,
  name: string(),
  gateway: gatewayField(),
  plugin_id: integer().nullable(),
  for_customers: boolean().defaultsTo(true).hidden(),
}

const names = ['Invoice', 'Bank transfer', 'Card', 'Voucher', 'Direct debit']

export default resource(
  'payment_methods',
  PaymentMethodShape,
  { singular: 'PaymentMethod' },
  ({ list }) => ({
    operations: {
      get_payment_methods: list({ scopes: ['settings:read'], where: { for_customers: true } }),
    },
    recipe: {
      rowCounts: rowCounts(1, 5, 5),
      isShared: true,
      emptyWorldCount: 1,
      fields: {
        name: ({ number }) => names[number - 1] ?? `Method ${number}`,
        for_customers: ({ number }) => number !== 4,
      },
    },
  }),
)
