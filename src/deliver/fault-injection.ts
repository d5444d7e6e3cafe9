/** What becomes of an attempt that a fault hits: how it is signed, who answers it, how often it is sent. */
import type { FaultEffect, FaultHit } from '../faults/fault-rule.ts'
import { type Signer, trySign, type SigningInput } from './signatures.ts'
import { type DeliveryResponse, toFailedResponse } from './transport.ts'

/** What happens to a delivery before it is sent at all. */
type DiversionEffect = 'drop' | 'delay_ms' | 'reorder'

/** The strike as far as it still applies once a delivery that was held back is sent. */
export function withoutDiversion({ effect, ...strike }: FaultHit): FaultHit {
  const { drop: _, delay_ms: __, reorder: ___, ...rest } = effect
  return { ...strike, effect: rest }
}

export const isDiverted = ({ effect }: FaultHit): boolean =>
  (['drop', 'delay_ms', 'reorder'] satisfies DiversionEffect[]).some(
    (key) => effect[key] !== undefined,
  )

interface SignedHeaders {
  readonly headers: Readonly<Record<string, string>>
  /** What stands in place of an answer where nothing could be sent. */
  readonly failure?: DeliveryResponse
}

/** The signature, unless a fault takes it away, spoils it or makes it old. */
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
  // Note: a secret that cannot be used must not stop the clock for everybody else.
  return { headers: {}, failure: toFailedResponse(headers, 0) }
}

/** The answer where nobody is asked for one. */
export function faultResponse(effect: FaultEffect = {}): DeliveryResponse | undefined {
  const { status, reset, latency_ms } = effect
  const latencyMs = latency_ms ?? 0
  if (reset) return { status: null, text: 'the connection was reset', latencyMs }
  return status === undefined ? undefined : { status, text: '', latencyMs }
}

/** How often an attempt comes to its receiver while somebody waits for the answer. */
export function countArrivals(effect: FaultEffect = {}): number {
  if (effect.timeout || faultResponse(effect)) return 0
  return effect.duplicate ? 2 : 1
}
