/** Sends a delivery to a receiver in the test process, and validates the receiver's answer. */
import { EmulatorError } from '../errors/errors.ts'
import { parseDurationMs } from '../clock/duration.ts'
import { isObject, isPromise, quoteValue } from '../errors/argument-checks.ts'
import { readOptions } from '../errors/options.ts'
import {
  answerOptions,
  answerStatusCheck,
  type ReceiverAnswer,
  type ReceiverContext,
  type ReceiverResult,
} from '../model/receiver-answer.ts'
import type { Delivery, DeliveryResponse } from './delivery-response.ts'
import { readLimitedText, withHeaders } from './delivery-response.ts'

/** The body of each request, which a reader then needs no copy of the request for. */
const sentBodies = new WeakMap<Request, string>()

/** Returns the body of a delivery; undefined for a request that the emulator did not create. */
export const sentBodyOf = (request: Request): string | undefined => sentBodies.get(request)

/** The fields of a payload that code reads of a parsed body. */
const payloadFields: readonly PropertyKey[] = ['event', 'event_data', 'entity']

/** Throws for a field of the payload: the body of a `Request` is a stream, and each field of it undefined. */
const guardedStream: object = new Proxy(globalThis.ReadableStream?.prototype ?? {}, {
  get(stream, name, body: object) {
    if (!payloadFields.includes(name)) return Reflect.get(stream, name, body) as unknown
    throw new EmulatorError('unread_body', {
      action: `read \`request.body.${String(name)}\` in a receiver`,
      reason: 'the body of a `Request` is a stream',
      advice: 'Parse it: `const body = await request.json()`.',
    })
  },
})

function readBody(this: Request): unknown {
  const body: unknown = Reflect.get(Object.getPrototypeOf(this) as object, 'body', this)
  if (isObject(body)) Object.setPrototypeOf(body, guardedStream)
  return body
}

/** Calls the receiver. Its latency is data: a latency of 12 s costs no real time. */
export async function callReceiver(
  receiver: ReceiverAnswer,
  { url, headers, body }: Delivery,
  context: ReceiverContext,
): Promise<DeliveryResponse> {
  if (typeof receiver !== 'function') return toDeliveryResponse(receiver)
  const request = new Request(url, { method: 'POST', headers: { ...headers }, body })
  sentBodies.set(request, body)
  Object.defineProperty(request, 'body', { get: readBody })
  const result = receiver(request, context)
  // Note: an app of Fastify is a promise of nothing.
  if (isNodeHandler(result)) assertReceiverAnswer(result, readAction)
  return toDeliveryResponse(await result)
}

const readAction = 'read the answer of a receiver'

async function toDeliveryResponse(result: ReceiverResult): Promise<DeliveryResponse> {
  if (isResponse(result)) {
    if (result.type === 'error') return { status: null, text: 'network error', latencyMs: 0 }
    const response = { status: result.status, text: await readLimitedText(result), latencyMs: 0 }
    // Note: a response of a library may have no headers.
    return withHeaders(response, result.headers ?? [])
  }
  assertReceiverAnswer(result ?? 200, readAction)
  const answer = typeof result === 'number' ? { status: result } : (result ?? {})
  const { status, body, latency } = readOptions(answerOptions, answer, { action: readAction })
  return { status, text: body, latencyMs: parseDurationMs(latency, readAction) }
}

/** Whether a value is a `Response`, of this process or of a library such as undici. */
const isResponse = (result: unknown): result is Response =>
  result instanceof Response || typeof (result as Response | undefined)?.text === 'function'

/** An app of a framework for `node:http`, its method `inject`, or a function whose second parameter is a response. */
export function isNodeHandler(answer: unknown): boolean {
  const { listen, fetch } = (answer ?? {}) as { listen?: unknown; fetch?: unknown }
  if (typeof listen === 'function') return typeof fetch !== 'function'
  if (typeof answer !== 'function') return false
  return /^(bound )?inject$/.test(answer.name) || nodeParameters.test(String(answer))
}

const nodeParameters = /^(?:async\s*)?(?:function)?\s*\w*\s*\(\w+,\s*(?:res|response|reply)\b/

/** Throws if a value is not a valid answer of a receiver. */
export function assertReceiverAnswer(answer: unknown, action: string): void {
  const badAnswer = (reason: string, advice: string): EmulatorError =>
    new EmulatorError('bad_answer', { action, reason, advice })
  // Note: an app of Fastify is a promise too.
  if (isNodeHandler(answer))
    throw badAnswer(
      'the answer is an app or a handler of `node:http`, and no function of a `Request`',
      'Let the app listen, and give its address without an answer: { url: "http://127.0.0.1:3000/hooks" }.',
    )
  if (isPromise(answer)) throw badAnswer('the answer is a promise', 'Await it, or give a function.')
  if (typeof answer === 'function') return
  if (isObject(answer) && typeof answer['fetch'] === 'function')
    throw badAnswer(
      'an app is not an answer',
      'Give its `fetch`: { answer: (request) => app.fetch(request) }.',
    )
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
