/**
 * Carries one attempt to its receiver: a function in this process, or an address on the network.
 *
 * A receiver's latency is data. One that says it took 12 s costs no real time.
 */
import { EmulatorError } from '../machine/errors.ts'
import { type Duration, parseDurationMs } from '../machine/duration.ts'
import {
  assertValue,
  assertKnownKeys,
  isObject,
  quoteValue,
  wholeNumberCheck,
} from '../machine/argument-checks.ts'
import { realTimeoutSignal, monotonicNowMs } from '../machine/real-time-wakeup.ts'

/** A delivery on its way: what arrives at the receiver. */
export interface Delivery {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What came back. */
export interface DeliveryResponse {
  /** The status, or null where the connection failed. */
  readonly status: number | null
  /** The body, or what went wrong. */
  readonly text: string
  /** How long the receiver took on the emulator's clock. */
  readonly latencyMs: number
}

/** What a handler is given beside the request. */
export interface ReceiverContext {
  /** Work after the answer: the emulator's clock waits for it as for the answer itself. */
  waitUntil(promise: Promise<unknown>): void
}

/** An answer said as data. */
export interface ScriptedAnswer {
  /** Default: 200. */
  readonly status?: number
  /** The text of the answer. Default: none. */
  readonly body?: string
  /** How long the receiver takes, on the emulator's clock: `12s`. Default: no time. */
  readonly latency?: Duration
}

/** What a handler gives back; nothing at all means 200. */
export type ReceiverResult = Response | ScriptedAnswer | number | undefined | void

/** A status, an answer said as data, or a handler such as the `fetch` of an app. */
export type ReceiverAnswer =
  | number
  | ScriptedAnswer
  | ((request: Request, context: ReceiverContext) => ReceiverResult | Promise<ReceiverResult>)

/** The body of a receiver's answer is kept up to this length. */
export const responseLengthMax = 16_384

export async function deliverTo(
  receiver: ReceiverAnswer,
  { url, headers, body }: Delivery,
  context: ReceiverContext,
): Promise<DeliveryResponse> {
  if (typeof receiver !== 'function') return toDeliveryResponse(receiver)
  const request = new Request(url, { method: 'POST', headers: { ...headers }, body })
  return toDeliveryResponse(await receiver(request, context))
}

async function toDeliveryResponse(result: ReceiverResult): Promise<DeliveryResponse> {
  if (isResponse(result)) {
    if (result.type === 'error') return { status: null, text: 'network error', latencyMs: 0 }
    return { status: result.status, text: await readText(result), latencyMs: 0 }
  }
  assertReceiverAnswer(result ?? 200, readResultAction)
  if (typeof result === 'number') return { status: result, text: '', latencyMs: 0 }
  const { status = 200, body = '', latency = 0 } = result ?? {}
  return { status, text: body, latencyMs: parseDurationMs(latency, readResultAction) }
}

const readResultAction = 'read the answer of a receiver'

/** Whether it is an answer as `fetch` gives it, be it of this process or of a library. */
const isResponse = (result: unknown): result is Response =>
  result instanceof Response || typeof (result as Response | undefined)?.text === 'function'

const statuses = wholeNumberCheck(200, 599)

/** Refuses what is no answer, before a delivery is lost to it. */
export function assertReceiverAnswer(answer: unknown, action: string): void {
  if (typeof answer === 'function') return
  const badAnswer = (reason: string, advice: string): EmulatorError =>
    new EmulatorError('bad_answer', { action, reason, advice })
  if (isResponse(answer)) {
    throw badAnswer('a Response can be read only once', 'Give a function that makes one.')
  }
  if (typeof answer === 'number' ? !statuses.isValid(answer) : !isObject(answer)) {
    const advice = `Give a status, ${statuses.expected}, { status, body, latency }, or a function.`
    throw badAnswer(`${quoteValue(answer)} is no answer`, advice)
  }
  if (!isObject(answer)) return
  assertKnownKeys(answer, ['status', 'body', 'latency'], action)
  const { status, body = '', latency = 0 } = answer
  assertValue(status, statuses, { code: 'bad_answer', action, name: 'status' })
  if (typeof body !== 'string') throw badAnswer(`"body" is ${quoteValue(body)}`, 'Give a text.')
  parseDurationMs(latency, action)
}

/**
 * An answer from the network took as long as it really took, down to whole seconds: less than that
 * depends on the machine and the day, and a transcript should not.
 */
export const networkLatencyStepMs = 1_000

/** Sends over the real network; a redirect is an answer like any other, and nothing is thrown. */
export async function sendOverNetwork(
  { url, headers, body }: Delivery,
  timeoutMs: number,
): Promise<DeliveryResponse> {
  const startedMs = monotonicNowMs()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers },
      body,
      redirect: 'manual',
      signal: realTimeoutSignal(timeoutMs),
    })
    const text = await readText(response)
    const tookMs = monotonicNowMs() - startedMs
    return { status: response.status, text, latencyMs: tookMs - (tookMs % networkLatencyStepMs) }
  } catch (error) {
    return toFailedResponse(error, timeoutMs)
  }
}

/** A failed connection as an answer; a timeout as one that comes too late. */
export function toFailedResponse(error: unknown, timeoutMs: number): DeliveryResponse {
  // Note: a receiver may throw anything, not just errors.
  if (!(error instanceof Error)) return { status: null, text: String(error), latencyMs: 0 }
  const { name, message, cause } = error
  if (name === 'TimeoutError') return { status: null, text: message, latencyMs: timeoutMs }
  const reason = cause instanceof Error ? cause.message || message : message
  return { status: null, text: reason || String(error), latencyMs: 0 }
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return ''
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= responseLengthMax) break
  }
  return text.slice(0, responseLengthMax)
}
