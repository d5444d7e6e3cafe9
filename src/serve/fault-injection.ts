/** Applies the effects of faults to a request: its response is replaced, damaged, delayed or lost. */
import { Problem } from '../define/problems.ts'
import type { FaultEffect } from '../faults/effects.ts'
import type { FaultHit } from '../faults/fault-rule.ts'
import { groupOf } from '../model/catalog.ts'
import type { Call, ServeContext } from './call.ts'
import { type LossKind, createLostResponse } from './lost-response.ts'
import { renderProblem } from './response-renderer.ts'
import { toOperationMethod } from './router.ts'

/** The response header that names the faults that hit the request. */
export const faultHeader = 'x-emulator-fault'

/** How long a client waits for a response that never arrives: the timeout of Node's `fetch`. */
export const noResponseMs = 300_000

/** Returns the faults that hit the call. */
export function matchFaults(call: Call, { faults, router }: ServeContext): FaultHit | undefined {
  const { method, path, entry } = call
  const found = router.find(toOperationMethod(method), path)?.operation
  entry['operation'] = found?.id
  const operation = found && { id: found.id, group: groupOf(found) }
  return faults.hit({ at: 'request', operation, path })
}

/** Runs the changes of the faults, then responds after the latency on the emulator's clock. */
export function respondWithFault(
  call: Call,
  { faultIds, effect, changes }: FaultHit,
  context: ServeContext,
  respond: () => Response,
): Promise<Response> {
  call.entry['fault'] = faultIds
  const entry = context.journal.add('fault', { fault: faultIds, struck: 'request', with: effect })
  for (const change of changes) context.journal.withCause(entry, () => context.runChange(change))
  const { timeout, reset, latency_ms = 0 } = effect
  if (timeout === 'after' && !reset) respond()
  if (reset || timeout) {
    call.entry['status'] = null
    call.entry['because'] = reset ? 'the connection broke' : 'no answer came'
    return loseResponse(
      call,
      context,
      reset ? 'reset' : 'timeout',
      reset ? latency_ms : noResponseMs,
    )
  }
  const response = faultProblem(call, effect, faultIds) ?? respond()
  call.entry['status'] = response.status
  return delayResponse(call, context, response, effect, faultIds)
}

function faultProblem(call: Call, effect: FaultEffect, faultIds: string): Response | undefined {
  const { retry_after, status = retry_after === undefined ? undefined : 429 } = effect
  if (status === undefined) return undefined
  call.entry['because'] = faultIds
  const headers = retry_after === undefined ? {} : { 'retry-after': String(retry_after) }
  if ([204, 205, 304].includes(status)) return new Response(null, { status, headers })
  return renderProblem(new Problem(status, { headers }))
}

async function delayResponse(
  call: Call,
  context: ServeContext,
  response: Response,
  { latency_ms = 0, body }: FaultEffect,
  faultIds: string,
): Promise<Response> {
  const delivered = body && response.body ? await damageBody(response, body) : response
  delivered.headers.set(faultHeader, faultIds)
  return (await sleepUnlessAborted(latency_ms, call, context))
    ? delivered
    : createLostResponse('abort')
}

async function loseResponse(
  call: Call,
  context: ServeContext,
  kind: LossKind,
  ms: number,
): Promise<Response> {
  return createLostResponse((await sleepUnlessAborted(ms, call, context)) ? kind : 'abort')
}

/** Sleeps on the emulator's clock. Returns false if the client aborted the request. */
async function sleepUnlessAborted(
  ms: number,
  { request, entry }: Call,
  { now, track, sleep }: ServeContext,
) {
  if (ms > 0) {
    entry['waitsUntil'] = new Date(now() + ms).toISOString()
    await track(() => sleep(ms, request.signal))
    entry['waitsUntil'] = undefined
  }
  return !request.signal?.aborted
}

async function damageBody(response: Response, damage: NonNullable<FaultEffect['body']>) {
  const text = damageText(await response.text(), damage)
  const headers = new Headers(response.headers)
  headers.set('content-length', String(new TextEncoder().encode(text).length))
  return new Response(text, { status: response.status, headers })
}

/** Truncates the JSON text, repeats its first character, or removes the text. */
function damageText(text: string, damage: NonNullable<FaultEffect['body']>): string {
  if (damage === 'empty') return ''
  return damage === 'truncated'
    ? text.slice(0, Math.floor(text.length / 2))
    : text.slice(0, 1) + text
}
