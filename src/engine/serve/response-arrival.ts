/** When a response arrives on the emulator's clock, and responses that never arrive. */
import { latencyOf } from './latency.ts'
import { isLostSleep } from '../clock/sleep-queue.ts'
import type { Call, RequestLike, ServeContext } from './call.ts'

/** Returns the delay of the response to a call, in milliseconds: 0 without the option `latency`. */
export const answerDelayMs = ({ method }: Call, { settings: { latency } }: ServeContext): number =>
  latency ? latencyOf(latency, method) : 0

/** Resolves with the response after a delay, or with a lost response. */
export async function delayAnswer(
  ms: number,
  call: Call,
  context: ServeContext,
  response: Response,
): Promise<Response> {
  const loss = await waitUnlessLost(ms, call, context)
  return loss === undefined ? response : createLostResponse(loss)
}

/**
 * Waits on the emulator's clock and closes the entry. Returns why no response arrives if the caller canceled
 * the request, or if another state replaced the state of the clock.
 */
export async function waitUnlessLost(
  ms: number,
  { request, entry }: Call,
  { now, idleTracker, clock, journal }: ServeContext,
): Promise<LossKind | undefined> {
  if (ms > 0) {
    journal.update(entry, { waitsUntil: new Date(now() + ms).toISOString() })
    try {
      await idleTracker.track(() => clock.sleep(ms, request.signal))
      entry.exchange.endedAt = now()
    } catch (error) {
      if (!isLostSleep(error)) throw error
      journal.update(entry, { waitsUntil: undefined, status: null, reason: lostReason })
      return 'replaced'
    }
  }
  journal.update(entry, { waitsUntil: undefined })
  return request.signal?.aborted ? 'abort' : undefined
}

const lostReason = 'another state replaced the state before the response arrived'

/**
 * The connection was reset, the response timed out, the caller canceled the request, another state replaced the
 * state that the response belongs to, or the emulator was closed before the request.
 */
export type LossKind = 'reset' | 'timeout' | 'abort' | 'replaced' | 'closed'

const lossKinds = new WeakMap<Response, LossKind>()

/**
 * Creates a lost response: `Response.error()`, which every transport handles. MSW fails the request, the
 * server closes the socket, and a direct call throws the error of `fetch`.
 */
export function createLostResponse(kind: LossKind): Response {
  const response = Response.error()
  lossKinds.set(response, kind)
  return response
}

export const isLostResponse = (response: Response): boolean => response.type === 'error'

const causes: Readonly<Record<Exclude<LossKind, 'abort'>, Readonly<Record<string, string>>>> = {
  reset: { name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' },
  timeout: {
    name: 'HeadersTimeoutError',
    message: 'Headers Timeout Error',
    code: 'UND_ERR_HEADERS_TIMEOUT',
  },
  replaced: {
    name: 'Error',
    message: 'reset or restore of the emulator replaced the state before the response arrived',
    code: 'ERR_EMULATOR_STATE_REPLACED',
  },
  closed: {
    name: 'Error',
    message: 'the emulator is closed. Await the work of the test before `close`',
    code: 'ERR_EMULATOR_CLOSED',
  },
}

/** Returns the response. For a lost response, throws the error of `fetch` in Node. */
export function assertArrived(
  response: Response,
  { signal }: Pick<RequestLike, 'signal'>,
): Response {
  if (!isLostResponse(response)) return response
  signal?.throwIfAborted()
  const kind = lossKinds.get(response) ?? 'reset'
  const { message, ...details } = causes[kind === 'abort' ? 'reset' : kind]
  const cause = Object.assign(new Error(message), details)
  throw new TypeError('fetch failed', { cause })
}
