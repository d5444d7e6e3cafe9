/** The gateways of payment methods. */
import { choice } from '../../define/define.ts'

const gateways = [
  'Mollie',
  'StripeIdeal',
  'StripeAlipay',
  'StripeGiropay',
  'ValitorBasic',
  'ValitorLoan',
  'Borgun',
  'StripeCheckout',
  'AuthorizeNet',
  'TouchNet',
  'WpmEducation',
] as const

/** The gateway of a payment method; null for a method without a gateway. */
export const gatewayField = () => choice(gateways).nullable()
