/** Creates responses from results and problems. */
import type { RequestTraffic } from '../define/journal/kinds/request.ts'
import type { PresentedResponse } from '../define/presenters.ts'
import type { Problem } from '../define/problems.ts'
import { createTextResponse } from './text-response.ts'

const encoder = new TextEncoder()

export function renderResult(
  { status, body, headers = {} }: PresentedResponse,
  traffic: RequestTraffic,
): Response {
  if (body === null) return new Response(null, { status, headers: { ...headers } })
  return json(status, body, headers, traffic)
}

export function renderProblem(
  { status, message, errors, headers }: Problem,
  traffic: RequestTraffic,
): Response {
  return json(status, JSON.stringify({ errors, code: status, message }), headers, traffic)
}

// Note: `content-length` tells clients and interceptors where the body ends.
function json(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
  traffic: RequestTraffic,
): Response {
  const length = byteLength(text)
  traffic.responseBytes = length
  return createTextResponse(text, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(length),
      ...headers,
    },
  })
}

/** The encoder counts the bytes of a longer text faster. */
const shortTextMax = 2_000

/** Most short texts are ASCII text, in which each character is one byte. */
export function byteLength(text: string): number {
  if (text.length > shortTextMax) return encoder.encode(text).length
  for (let i = 0; i < text.length; i += 1) {
    if (text.charCodeAt(i) > 127) return encoder.encode(text).length
  }
  return text.length
}
