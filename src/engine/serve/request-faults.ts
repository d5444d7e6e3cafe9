/** Applies faults to requests: refuses, damages, delays or loses the response. */
import { redactParts } from '../journal/redaction.ts'
import { faultKind } from '../journal/kinds/fault.ts'
import { Problem } from '../define/problems.ts'
import type { FaultEffect } from '../faults/effects.ts'
import type { FaultHit } from '../faults/fault-rule.ts'
import { groupOf } from '../model/catalog.ts'
import type { Call, ClosedCall, ServeContext } from './call.ts'
import { bearerTokenIn } from './checks.ts'
import {
  type LossKind,
  createLostResponse,
  answerDelayMs,
  waitUnlessLost,
} from './response-arrival.ts'
import { recordResponse, renderProblem } from './response-renderer.ts'
import { toOperationMethod } from './router.ts'

/** The response header with the ids of the faults that hit the request. */
const faultHeader = 'x-emulator-fault'

/** The delay until a lost response ends with an error: the headers timeout of Node's fetch. */
const noResponseMs = 300_000

/** Returns the faults that hit the call. */
export function matchFaults(
  call: Call,
  { faults, router, journal }: ServeContext,
): FaultHit | undefined {
  const { method, path, entry, text, url } = call
  const found = router.find(toOperationMethod(method), path)?.operation
  journal.update(entry, { operation: found?.id })
  const operation = found && { id: found.id, group: groupOf(found) }
  return faults.hit({ at: 'request', operation, method, path, search: url.search, text })
}

/** Applies the faults: runs their changes at once, and resolves after their latency. */
export function respondWithFault(
  call: Call,
  { faultIds, effect, changes }: FaultHit,
  context: ServeContext,
  respond: () => ClosedCall,
): Promise<Response> {
  const { journal } = context
  journal.update(call.entry, { fault: faultIds })
  call.entry.exchange.identity = context.findIdentity(bearerTokenIn(call.request.headers))
  const hit = { fault: faultIds, target: 'request', effect: redactParts({ ...effect }) } as const
  const entry = journal.add(faultKind, hit)
  for (const change of changes) journal.withCause(entry, () => context.runChange(change))
  const { timeout, reset, latency_ms = 0 } = effect
  if (reset || timeout) {
    const outcome = timeout === 'after' && !reset ? respond().outcome : {}
    const reason = reset ? 'the connection was reset' : 'the request timed out'
    journal.update(call.entry, { ...outcome, status: null, reason })
    const kind = reset ? 'reset' : 'timeout'
    return loseResponse(call, context, kind, reset ? latency_ms : noResponseMs)
  }
  const { response, outcome } = faultProblem(effect, faultIds, call, context) ?? respond()
  journal.update(call.entry, outcome)
  return delayResponse(call, context, response, effect, faultIds)
}

function faultProblem(
  effect: FaultEffect,
  faultIds: string,
  { entry }: Call,
  { rateLimiter, journal }: ServeContext,
): ClosedCall | undefined {
  const { status = effect.retry_after === undefined ? undefined : 429 } = effect
  if (status === undefined) return undefined
  const retryAfter = effect.retry_after ?? (status === 429 ? rateLimiter.windowSeconds : undefined)
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  const response = [204, 205, 304].includes(status)
    ? new Response(null, { status, headers })
    : renderProblem(new Problem(status, { headers }), { entry, journal })
  return { response, outcome: { status, reason: faultIds } }
}

async function delayResponse(
  call: Call,
  context: ServeContext,
  response: Response,
  { latency_ms = 0, body }: FaultEffect,
  faultIds: string,
): Promise<Response> {
  const delivered =
    body && response.body ? await damageBody(response, body, call, context) : response
  delivered.headers.set(faultHeader, faultIds)
  const loss = await waitUnlessLost(latency_ms + answerDelayMs(call, context), call, context)
  return loss === undefined ? delivered : createLostResponse(loss)
}

async function loseResponse(
  call: Call,
  context: ServeContext,
  kind: LossKind,
  ms: number,
): Promise<Response> {
  return createLostResponse((await waitUnlessLost(ms, call, context)) ?? kind)
}

async function damageBody(
  response: Response,
  damage: NonNullable<FaultEffect['body']>,
  { entry }: Call,
  { journal }: ServeContext,
): Promise<Response> {
  const text = damageText(await response.text(), damage)
  const headers = new Headers(response.headers)
  headers.set('content-length', String(new TextEncoder().encode(text).length))
  recordResponse({ entry, journal }, Object.fromEntries(headers), text)
  return new Response(text, { status: response.status, headers })
}

/** Truncates the JSON, repeats its first character, or removes it. */
function damageText(text: string, damage: NonNullable<FaultEffect['body']>): string {
  if (damage === 'empty') return ''
  return damage === 'truncated'
    ? text.slice(0, Math.floor(text.length / 2))
    : text.slice(0, 1) + text
}
