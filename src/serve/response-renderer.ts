/** Creates responses from results and problems. */
import type { PresentedResponse } from '../define/presenters.ts'
import type { Problem } from '../define/problems.ts'
import type { Call } from './call.ts'
import { isReadByMethods, TextResponse } from './text-response.ts'

const encoder = new TextEncoder()

/** The call that a response answers. */
type AnsweredCall = Pick<Call, 'request' | 'entry'>

export function renderResult(
  { status, body, headers = {} }: PresentedResponse,
  call: AnsweredCall,
): Response {
  if (body === null) return new Response(null, { status, headers: { ...headers } })
  return json(status, body, headers, call)
}

export function renderProblem(
  { status, message, errors, headers }: Problem,
  call: AnsweredCall,
): Response {
  return json(status, JSON.stringify({ errors, code: status, message }), headers, call)
}

// Note: `content-length` tells clients and interceptors where the body ends.
function json(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
  { request, entry }: AnsweredCall,
): Response {
  const isDirect = request.isDirect === true && isReadByMethods
  const body = text.length > shortTextMax && !isDirect ? encoder.encode(text) : text
  const length = typeof body === 'string' ? byteLength(body) : body.length
  entry.traffic.responseBytes = length
  const init = {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(length),
      ...headers,
    },
  }
  return isDirect ? new TextResponse(text, init) : new Response(body, init)
}

/** A longer text is encoded once, because its byte length is necessary anyway. */
const shortTextMax = 2_000

/** Most responses are ASCII text, in which each character is one byte. */
export function byteLength(text: string): number {
  for (let i = 0; i < text.length; i += 1) {
    if (text.charCodeAt(i) > 127) return encoder.encode(text).length
  }
  return text.length
}
