/** The gateways of payment methods. */
import * as d from '../../engine/define/define.ts'

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
export const gatewayField = () => d.choice(gateways).nullable()
