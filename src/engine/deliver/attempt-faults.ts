/** Applies the effects of faults to a delivery: diversion, signature, response and arrivals. */
import { isDiversion } from '../faults/effect-combination.ts'
import type { FaultEffect } from '../faults/effects.ts'
import type { FaultHit } from '../faults/fault-rule.ts'
import type { DecidingFault } from '../journal/entry-kind.ts'
import { type DeliveryResponse, toFailedResponse } from './delivery-response.ts'
import { type Signer, trySign, type SigningInput } from './signatures.ts'

/** Whether a fault drops a delivery, or holds it back before its attempt starts. */
export const isDiverted = ({ effect, hold }: FaultHit): boolean =>
  hold !== undefined || isDiversion(effect)

interface SignedHeaders {
  readonly headers: Readonly<Record<string, string>>
  /** The response of the attempt if the delivery could not be signed. */
  readonly failure?: DeliveryResponse
}

/** Signs a delivery. A fault can remove the signature, falsify it or predate it. */
export function signWithFault(
  sign: Signer,
  input: SigningInput,
  effect: FaultEffect = {},
): SignedHeaders {
  const { signature, age_s = 0 } = effect
  if (signature === 'missing') return { headers: {} }
  const body = signature === 'wrong' ? `${input.body}\n` : input.body
  const headers = trySign(sign, { ...input, body, atMs: input.atMs - age_s * 1_000 })
  if (!(headers instanceof Error)) return { headers }
  // Note: an invalid secret of one webhook must not stop the clock.
  return { headers: {}, failure: toFailedResponse(headers, 0) }
}

/** Returns the response that a fault gives in place of the receiver. */
export function faultResponse(effect: FaultEffect = {}): DeliveryResponse | undefined {
  const { status, reset, latency_ms } = effect
  const latencyMs = latency_ms ?? 0
  if (reset) return { status: null, text: 'the connection was reset', latencyMs }
  return status === undefined ? undefined : { status, text: '', latencyMs }
}

/** What a fault that loses the response changes in it. */
export const lostResponse = (effect: FaultEffect = {}): Partial<DeliveryResponse> =>
  effect.response === 'lost' ? { status: null, text: 'the response was lost' } : {}

/** Returns how many times a delivery arrives at the receiver before the timeout. */
export function countArrivals(effect: FaultEffect = {}): number {
  if (effect.timeout || faultResponse(effect)) return 0
  return effect.duplicate ? 2 : 1
}

/** Returns the faults of an attempt if they, and not the receiver, decided its answer. */
export function decidingFault(
  { faultIds: ids, effect }: FaultHit,
  isAnswered: boolean,
): DecidingFault | undefined {
  if (faultResponse(effect)) return { ids, arrival: 'never' }
  if (isAnswered) return effect.response === 'lost' ? { ids, arrival: 'in time' } : undefined
  if (effect.timeout) return { ids, arrival: effect.timeout === 'before' ? 'never' : 'late' }
  return effect.latency_ms ? { ids, arrival: 'in time' } : undefined
}
