/** What becomes of an attempt that a fault hits: how it is signed, who answers it, how often it is sent. */
import type { FaultEffect, Strike } from '../faults/fault-rule.ts'
import { type Sign, signedOrNot, type Signing } from './signatures.ts'
import { type Answer, failureOf } from './transport.ts'

/** What happens to a delivery before it is sent at all. */
type Diversion = 'drop' | 'delay_ms' | 'reorder'

/** The strike as far as it still applies once a delivery that was held back is sent. */
export function afterDiversion({ effect, ...strike }: Strike): Strike {
  const { drop: _, delay_ms: __, reorder: ___, ...rest } = effect
  return { ...strike, effect: rest }
}

export const isDiverted = ({ effect }: Strike): boolean =>
  (['drop', 'delay_ms', 'reorder'] satisfies Diversion[]).some((key) => effect[key] !== undefined)

interface Signed {
  readonly headers: Readonly<Record<string, string>>
  /** What stands in place of an answer where nothing could be sent. */
  readonly failure?: Answer
}

/** The signature, unless a fault takes it away, spoils it or makes it old. */
export function signedUnder(sign: Sign, signing: Signing, effect: FaultEffect = {}): Signed {
  const { signature, age_s = 0 } = effect
  if (signature === 'missing') return { headers: {} }
  const body = signature === 'wrong' ? `${signing.body}\n` : signing.body
  const headers = signedOrNot(sign, { ...signing, body, atMs: signing.atMs - age_s * 1_000 })
  if (!(headers instanceof Error)) return { headers }
  // Note: a secret that cannot be used must not stop the clock for everybody else.
  return { headers: {}, failure: failureOf(headers, 0) }
}

/** The answer where nobody is asked for one. */
export function answerUnder(effect: FaultEffect = {}): Answer | undefined {
  const { status, reset, latency_ms } = effect
  const latencyMs = latency_ms ?? 0
  if (reset) return { status: null, text: 'the connection was reset', latencyMs }
  return status === undefined ? undefined : { status, text: '', latencyMs }
}

/** How often an attempt comes to its receiver while somebody waits for the answer. */
export function arrivalsUnder(effect: FaultEffect = {}): number {
  if (effect.timeout || answerUnder(effect)) return 0
  return effect.duplicate ? 2 : 1
}
