/** Prepares an attempt: signs the delivery and determines what its faults change. */
import type { FaultEffect } from '../faults/effects.ts'
import type { Notification, RegisteredWebhook } from '../model/notification.ts'
import type { Delivery, DeliveryResponse } from './delivery-response.ts'
import { countArrivals, faultResponse, signWithFault } from './fault-injection.ts'
import { activeSecrets, type Signer } from './signatures.ts'

export interface PreparedAttempt {
  readonly delivery: Delivery
  /** How many times the delivery arrives before the timeout. */
  readonly arrivals: number
  /** The delivery that arrives only after the timeout. */
  readonly lateDelivery: Delivery | undefined
  /** The response that replaces the response of the receiver. */
  readonly response: DeliveryResponse | undefined
}

export function prepareAttempt(
  sign: Signer,
  { id, body }: Notification,
  webhook: RegisteredWebhook,
  atMs: number,
  effect: FaultEffect | undefined,
): PreparedAttempt {
  const { url } = webhook
  const input = { id, atMs, body, url, ...activeSecrets(webhook, atMs) }
  const { headers, failure } = signWithFault(sign, input, effect)
  const delivery = { url, headers: { 'content-type': 'application/json', ...headers }, body }
  return {
    delivery,
    arrivals: failure ? 0 : countArrivals(effect),
    lateDelivery: effect?.timeout === 'after' && !failure ? delivery : undefined,
    response: failure ?? faultResponse(effect),
  }
}
