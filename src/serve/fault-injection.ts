/** Answers a request that a fault hits: refuses, damages, delays or loses what would have been said. */
import { Problem } from '../define/problems.ts'
import type { FaultEffect, Strike } from '../faults/fault-rule.ts'
import { groupOf } from '../model/catalog.ts'
import type { Call, ServeParts } from './call.ts'
import { type Loss, lostResponse } from './lost-response.ts'
import { renderProblem } from './response-renderer.ts'
import { methodMeant } from './router.ts'

/** Names the faults that hit a request. */
export const faultHeader = 'x-emulator-fault'

/** How long a caller waits for an answer that never comes, unless it gives up: as long as Node's fetch. */
export const noAnswerMs = 300_000

/** What hits the call, if anything does. */
export function strikeAt(call: Call, { faults, router }: ServeParts): Strike | undefined {
  const { method, path, entry } = call
  const found = router.find(methodMeant(method), path)?.operation
  entry['operation'] = found?.id
  const operation = found && { id: found.id, group: groupOf(found) }
  return faults.strike({ at: 'request', operation, path })
}

/** Does now what the strike leaves to be done, and answers when the clock has come so far. */
export function answerStruck(
  call: Call,
  { faults, effect, changes }: Strike,
  parts: ServeParts,
  answer: () => Response,
): Promise<Response> {
  call.entry['fault'] = faults
  const entry = parts.journal.add('fault', { fault: faults, struck: 'request', with: effect })
  for (const change of changes) parts.journal.within(entry, () => parts.change(change))
  const { timeout, reset, latency_ms = 0 } = effect
  if (timeout === 'after' && !reset) answer()
  if (reset || timeout) {
    call.entry['status'] = null
    call.entry['because'] = reset ? 'the connection broke' : 'no answer came'
    return lose(call, parts, reset ? 'reset' : 'timeout', reset ? latency_ms : noAnswerMs)
  }
  const response = refusalBy(call, effect, faults) ?? answer()
  call.entry['status'] = response.status
  return deliverLate(call, parts, response, effect, faults)
}

function refusalBy(call: Call, effect: FaultEffect, faults: string): Response | undefined {
  const { retry_after, status = retry_after === undefined ? undefined : 429 } = effect
  if (status === undefined) return undefined
  call.entry['because'] = faults
  const headers = retry_after === undefined ? {} : { 'retry-after': String(retry_after) }
  if ([204, 205, 304].includes(status)) return new Response(null, { status, headers })
  return renderProblem(new Problem(status, { headers }))
}

async function deliverLate(
  call: Call,
  parts: ServeParts,
  response: Response,
  { latency_ms = 0, body }: FaultEffect,
  faults: string,
): Promise<Response> {
  const answered = body && response.body ? await damaged(response, body) : response
  answered.headers.set(faultHeader, faults)
  return (await waited(latency_ms, call, parts)) ? answered : lostResponse('abort')
}

async function lose(call: Call, parts: ServeParts, loss: Loss, ms: number): Promise<Response> {
  return lostResponse((await waited(ms, call, parts)) ? loss : 'abort')
}

/** Waits on the emulator's clock; false when the caller gave up in the meantime. */
async function waited(ms: number, { request, entry }: Call, { now, track, sleep }: ServeParts) {
  if (ms > 0) {
    entry['waitsUntil'] = new Date(now() + ms).toISOString()
    await track(() => sleep(ms, request.signal))
    entry['waitsUntil'] = undefined
  }
  return !request.signal?.aborted
}

async function damaged(response: Response, how: NonNullable<FaultEffect['body']>) {
  const text = damagedText(await response.text(), how)
  const headers = new Headers(response.headers)
  headers.set('content-length', String(new TextEncoder().encode(text).length))
  return new Response(text, { status: response.status, headers })
}

/** JSON that breaks off in the middle, or that begins twice. */
function damagedText(text: string, how: NonNullable<FaultEffect['body']>): string {
  if (how === 'empty') return ''
  return how === 'truncated' ? text.slice(0, Math.floor(text.length / 2)) : text.slice(0, 1) + text
}
