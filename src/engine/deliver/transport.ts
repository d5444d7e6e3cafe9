/** Sends a delivery to a receiver in the test process or to a URL on the network. */
import { type CauseRef, currentAsyncCause, withAsyncCause } from '../clock/async-cause.ts'
import type { IdleTracker } from '../clock/idle-tracker.ts'
import { realTimeoutSignal, monotonicNowMs } from '../clock/real-time-wakeup.ts'
import { isLostSleep } from '../clock/sleep-queue.ts'
import type { ReceiverAnswers } from '../model/receiver-answer.ts'
import {
  type Delivery,
  type DeliveryResponse,
  toFailedResponse,
  readLimitedText,
  withHeaders,
} from './delivery-response.ts'
import { callReceiver } from './receiver-response.ts'
import { forgetRefusal } from './verify.ts'
import { targetRefusal } from './network/target-host.ts'

/** An error that a receiver's handler threw. */
export interface ReceiverError {
  readonly url: string
  readonly error: unknown
}

/** The maximum number of stored errors of receivers. */
const receiverErrorsMax = 100

interface TransportContext {
  readonly receivers: ReceiverAnswers
  /** Collects the errors of receivers. */
  readonly receiverErrors: ReceiverError[]
  readonly idleTracker: Pick<IdleTracker, 'track' | 'trackExternal'>
  readonly timeoutMs: number
  /** The hosts that deliveries may reach besides this machine. */
  readonly deliverTo: ReadonlySet<string>
}

/** The causes of the receivers that have not answered. */
const running = new Set<CauseRef>()

/** Whether a receiver runs the current code, and the journal has its attempt. */
export function runsInReceiver(journal: object): boolean {
  const cause = currentAsyncCause()
  return cause?.journal === journal && running.has(cause)
}

/** The error of an attempt whose URL is refused. */
export const notSent = (refusal: string): string =>
  `not sent: no \`emulator.receiver\` has this URL, and ${refusal}`

/** Sends a delivery to the receiver at its URL if there is one, otherwise over the network. */
export function sendDelivery(
  { receivers, receiverErrors, idleTracker, timeoutMs, deliverTo }: TransportContext,
  delivery: Delivery,
  cause: CauseRef,
): Promise<DeliveryResponse> {
  forgetRefusal()
  const receiver = receivers.get(delivery.url)
  if (receiver === undefined) {
    const refusal = targetRefusal(delivery.url, deliverTo)
    if (refusal !== undefined) {
      return Promise.resolve({ status: null, text: notSent(refusal), latencyMs: 0 })
    }
    return idleTracker.trackExternal(() => sendOverNetwork(delivery, timeoutMs))
  }
  const store = (error: unknown): void => {
    const isStored = receiverErrors.length < receiverErrorsMax && !isLostSleep(error)
    if (isStored) receiverErrors.push({ url: delivery.url, error })
  }
  const waitUntil = (work: Promise<unknown>): void =>
    void idleTracker.track(() => Promise.resolve(work).catch(store))
  const call = (): Promise<DeliveryResponse> => callReceiver(receiver, delivery, { waitUntil })
  if (typeof receiver === 'function') running.add(cause)
  const response = typeof receiver === 'function' ? withAsyncCause(cause, call) : call()
  return response
    .catch((error: unknown) => {
      store(error)
      throw error
    })
    .finally(() => void running.delete(cause))
}

/**
 * The latency of a response from the network is rounded down to this step, in milliseconds. Shorter
 * times depend on the machine and would make transcripts differ.
 */
const networkLatencyStepMs = 1_000

/** Sends a delivery over the network. Follows no redirects and does not throw. */
export async function sendOverNetwork(
  { url, headers, body }: Pick<Delivery, 'url' | 'headers' | 'body'>,
  timeoutMs: number,
  nowMs = monotonicNowMs,
): Promise<DeliveryResponse> {
  const startedMs = nowMs()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers },
      body,
      redirect: 'manual',
      signal: realTimeoutSignal(timeoutMs),
    })
    const text = await readLimitedText(response)
    const tookMs = nowMs() - startedMs
    const latencyMs = tookMs - (tookMs % networkLatencyStepMs)
    return withHeaders({ status: response.status, text, latencyMs }, response.headers)
  } catch (error) {
    return toFailedResponse(error, timeoutMs)
  }
}
