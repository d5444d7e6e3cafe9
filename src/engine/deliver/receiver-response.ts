/** Sends a delivery to a receiver in the test process, and validates the receiver's answer. */
import { EmulatorError } from '../errors/errors.ts'
import { parseDurationMs } from '../clock/duration.ts'
import { isObject, quoteValue } from '../errors/argument-checks.ts'
import { readOptions } from '../errors/options.ts'
import {
  answerOptions,
  answerStatusCheck,
  type ReceiverAnswer,
  type ReceiverContext,
  type ReceiverResult,
} from '../model/receiver-answer.ts'
import type { Delivery, DeliveryResponse } from './delivery-response.ts'
import { readLimitedText } from './delivery-response.ts'

/** The body of each request, which a reader then needs no copy of the request for. */
const sentBodies = new WeakMap<Request, string>()

/** Returns the body of a delivery; undefined for a request that the emulator did not create. */
export const sentBodyOf = (request: Request): string | undefined => sentBodies.get(request)

/** Calls the receiver. Its latency is data: a latency of 12 s costs no real time. */
export async function callReceiver(
  receiver: ReceiverAnswer,
  { url, headers, body }: Delivery,
  context: ReceiverContext,
): Promise<DeliveryResponse> {
  if (typeof receiver !== 'function') return toDeliveryResponse(receiver)
  const request = new Request(url, { method: 'POST', headers: { ...headers }, body })
  sentBodies.set(request, body)
  return toDeliveryResponse(await receiver(request, context))
}

const readAction = 'read the answer of a receiver'

async function toDeliveryResponse(result: ReceiverResult): Promise<DeliveryResponse> {
  if (isResponse(result)) {
    if (result.type === 'error') return { status: null, text: 'network error', latencyMs: 0 }
    return { status: result.status, text: await readLimitedText(result), latencyMs: 0 }
  }
  assertReceiverAnswer(result ?? 200, readAction)
  const answer = typeof result === 'number' ? { status: result } : (result ?? {})
  const { status, body, latency } = readOptions(answerOptions, answer, { action: readAction })
  return { status, text: body, latencyMs: parseDurationMs(latency, readAction) }
}

/** Whether a value is a `Response`, of this process or of a library such as undici. */
const isResponse = (result: unknown): result is Response =>
  result instanceof Response || typeof (result as Response | undefined)?.text === 'function'

/** Throws if a value is not a valid answer of a receiver. */
export function assertReceiverAnswer(answer: unknown, action: string): void {
  if (typeof answer === 'function') return
  const badAnswer = (reason: string, advice: string): EmulatorError =>
    new EmulatorError('bad_answer', { action, reason, advice })
  if (isResponse(answer)) {
    throw badAnswer('a Response can be read only once', 'Give a function that creates one.')
  }
  if (typeof answer === 'number' ? !answerStatusCheck.isValid(answer) : !isObject(answer)) {
    const advice = `Give a status, ${answerStatusCheck.expected}, { status, body, latency }, or a function.`
    throw badAnswer(`${quoteValue(answer)} is not an answer`, advice)
  }
  if (!isObject(answer)) return
  const { latency } = readOptions(answerOptions, answer, { action, code: 'bad_answer' })
  parseDurationMs(latency, action)
}
