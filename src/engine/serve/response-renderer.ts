/** Creates responses from results and problems. */
import type { RequestTraffic } from '../journal/kinds/request.ts'
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
  const bytes = isShortAscii(text) ? undefined : encoder.encode(text)
  const length = bytes?.length ?? text.length
  traffic.responseBytes = length
  const responseHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(length),
    ...headers,
  }
  return createTextResponse(text, { status, headers: responseHeaders }, bytes)
}

/** The encoder counts the bytes of a longer text faster. */
const shortTextMax = 2_000

export const byteLength = (text: string): number =>
  isShortAscii(text) ? text.length : encoder.encode(text).length

/** Most short texts are ASCII text, in which each character is one byte. */
function isShortAscii(text: string): boolean {
  if (text.length > shortTextMax) return false
  for (let i = 0; i < text.length; i += 1) {
    if (text.charCodeAt(i) > 127) return false
  }
  return true
}
