/** Delays responses on the emulator's clock. */
import { isLostSleep } from '../clock/sleep-queue.ts'
import type { Call, ServeContext } from './call.ts'
import { latencyOf } from './latency.ts'
import { createLostResponse, type LossKind } from './lost-response.ts'

/** Returns the delay of the response to a call, in milliseconds: 0 without the option `latency`. */
export const answerDelayMs = ({ method }: Call, { latency }: ServeContext): number =>
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
  { now, track, sleep, journal }: ServeContext,
): Promise<LossKind | undefined> {
  if (ms > 0) {
    journal.update(entry, { waitsUntil: new Date(now() + ms).toISOString() })
    try {
      await track(() => sleep(ms, request.signal))
    } catch (error) {
      if (!isLostSleep(error)) throw error
      journal.close(entry, { waitsUntil: undefined, status: null, reason: lostReason })
      return 'replaced'
    }
  }
  journal.close(entry, { waitsUntil: undefined })
  return request.signal?.aborted ? 'abort' : undefined
}

const lostReason = 'another state replaced the state before the response arrived'
