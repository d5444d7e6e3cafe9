/** A delivery and its response, as a transport exchanges them. */
import { redactHeaders, redactText } from '../journal/redaction.ts'

/** A delivery as it arrives at the receiver. */
export interface Delivery {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The response of a receiver. */
export interface DeliveryResponse {
  /** The status, or null if the connection failed. */
  readonly status: number | null
  /** The body, or the reason of the failure. */
  readonly text: string
  /** The time that the receiver took on the emulator's clock, in milliseconds. */
  readonly latencyMs: number
}

/** Converts an error to a response without a status. A timeout error takes `timeoutMs`. */
export function toFailedResponse(error: unknown, timeoutMs: number): DeliveryResponse {
  // Note: a receiver may throw any value, not only errors.
  if (!(error instanceof Error)) return { status: null, text: String(error), latencyMs: 0 }
  const { name, message, cause } = error
  if (name === 'TimeoutError') return { status: null, text: message, latencyMs: timeoutMs }
  const reason = cause instanceof Error ? cause.message || message : message
  return { status: null, text: reason || String(error), latencyMs: 0 }
}

/** The maximum length of the stored body of a receiver's response. */
const responseLengthMax = 16_384

/** The part of a response that an attempt keeps: without secrets, and with the start of a long body. */
export const storedResponse = (
  response: DeliveryResponse,
  change: Partial<DeliveryResponse>,
): DeliveryResponse =>
  withHeaders(
    { ...response, text: redactText(response.text).slice(0, responseLengthMax), ...change },
    redactHeaders(headersOf(response)),
  )

type HeaderValues = Readonly<Record<string, string>>

/** The headers of responses. They are beside the response, because a saved world contains the response. */
const headersByResponse = new WeakMap<DeliveryResponse, HeaderValues>()

/** Stores the headers of a response, and returns the response. */
export function withHeaders(
  response: DeliveryResponse,
  headers: Iterable<readonly [string, string]> | HeaderValues,
): DeliveryResponse {
  const values = Symbol.iterator in headers ? Object.fromEntries(headers) : headers
  headersByResponse.set(response, values)
  return response
}

/** The headers of a response; empty without a response, for an answer as data and in a loaded world. */
export const headersOf = (response: DeliveryResponse): HeaderValues =>
  headersByResponse.get(response) ?? {}

export async function readLimitedText({ body }: Response): Promise<string> {
  if (!body) return ''
  let text = ''
  const decoder = new TextDecoder()
  // Note: all runtimes iterate over bodies, also over those of libraries; the DOM types omit it.
  for await (const chunk of body as typeof body & AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= responseLengthMax) break
  }
  return text
}
