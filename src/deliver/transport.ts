/**
 * Carries one attempt to its receiver: a function in this process, or an address on the network.
 *
 * A receiver's latency is data. One that says it took 12 s costs no real time.
 */
import type { Duration } from '../machine/duration.ts'
import { EmulatorError } from '../machine/errors.ts'
import { durationFrom } from '../machine/timestamps.ts'
import { insistOn, insistOnKeys, isObject, quoted, whole } from '../machine/argument-checks.ts'
import { realTimeoutSignal, stopwatchMs } from '../machine/real-time-wakeup.ts'

/** A delivery on its way: what arrives at the receiver. */
export interface Delivery {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What came back. */
export interface Answer {
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
export type Answered = Response | ScriptedAnswer | number | undefined | void

/** A status, an answer said as data, or a handler such as the `fetch` of an app. */
export type ReceiverAnswer =
  | number
  | ScriptedAnswer
  | ((request: Request, context: ReceiverContext) => Answered | Promise<Answered>)

/** The body of a receiver's answer is kept up to this length. */
export const answerLengthMax = 16_384

export async function deliverTo(
  receiver: ReceiverAnswer,
  { url, headers, body }: Delivery,
  context: ReceiverContext,
): Promise<Answer> {
  if (typeof receiver !== 'function') return answerFrom(receiver)
  const request = new Request(url, { method: 'POST', headers: { ...headers }, body })
  return answerFrom(await receiver(request, context))
}

async function answerFrom(answered: Answered): Promise<Answer> {
  if (isResponse(answered)) {
    if (answered.type === 'error') return { status: null, text: 'network error', latencyMs: 0 }
    return { status: answered.status, text: await textOf(answered), latencyMs: 0 }
  }
  insistOnAnswer(answered ?? 200, reading)
  if (typeof answered === 'number') return { status: answered, text: '', latencyMs: 0 }
  const { status = 200, body = '', latency = 0 } = answered ?? {}
  return { status, text: body, latencyMs: durationFrom(latency, reading) }
}

const reading = 'read the answer of a receiver'

/** Whether it is an answer as `fetch` gives it, be it of this process or of a library. */
const isResponse = (answered: unknown): answered is Response =>
  answered instanceof Response || typeof (answered as Response | undefined)?.text === 'function'

const statuses = whole(200, 599)

/** Refuses what is no answer, before a delivery is lost to it. */
export function insistOnAnswer(answer: unknown, could: string): void {
  if (typeof answer === 'function') return
  const refuse = (because: string, advice: string): EmulatorError =>
    new EmulatorError('bad_answer', { could, because, advice })
  if (isResponse(answer)) {
    throw refuse('a Response can be read only once', 'Give a function that makes one.')
  }
  if (typeof answer === 'number' ? !statuses.fits(answer) : !isObject(answer)) {
    const advice = `Give a status, ${statuses.wanted}, { status, body, latency }, or a function.`
    throw refuse(`${quoted(answer)} is no answer`, advice)
  }
  if (!isObject(answer)) return
  insistOnKeys(answer, ['status', 'body', 'latency'], could)
  const { status, body = '', latency = 0 } = answer
  insistOn(status, statuses, { code: 'bad_answer', could, name: 'status' })
  if (typeof body !== 'string') throw refuse(`"body" is ${quoted(body)}`, 'Give a text.')
  durationFrom(latency, could)
}

/**
 * An answer from the network took as long as it really took, down to whole seconds: less than that
 * depends on the machine and the day, and a transcript should not.
 */
export const networkStepMs = 1_000

/** Sends over the real network; a redirect is an answer like any other, and nothing is thrown. */
export async function sendByNetwork(
  { url, headers, body }: Delivery,
  timeoutMs: number,
): Promise<Answer> {
  const startedMs = stopwatchMs()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers },
      body,
      redirect: 'manual',
      signal: realTimeoutSignal(timeoutMs),
    })
    const text = await textOf(response)
    const tookMs = stopwatchMs() - startedMs
    return { status: response.status, text, latencyMs: tookMs - (tookMs % networkStepMs) }
  } catch (error) {
    return failureOf(error, timeoutMs)
  }
}

/** A failed connection as an answer; a timeout as one that comes too late. */
export function failureOf(error: unknown, timeoutMs: number): Answer {
  // Note: a receiver may throw anything, not just errors.
  if (!(error instanceof Error)) return { status: null, text: String(error), latencyMs: 0 }
  const { name, message, cause } = error
  if (name === 'TimeoutError') return { status: null, text: message, latencyMs: timeoutMs }
  const reason = cause instanceof Error ? cause.message || message : message
  return { status: null, text: reason || String(error), latencyMs: 0 }
}

async function textOf(response: Response): Promise<string> {
  if (!response.body) return ''
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= answerLengthMax) break
  }
  return text.slice(0, answerLengthMax)
}
