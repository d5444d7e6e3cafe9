/**
 * Answers that never arrive. `Response.error()` stands for a broken connection in every lane: msw knows
 * it, a server closes the socket, and whoever answers without a network throws what `fetch` would.
 */
import type { Asked } from './call.ts'

/** The connection broke, nothing came for too long, or the caller itself gave up. */
export type Loss = 'reset' | 'timeout' | 'abort'

const losses = new WeakMap<Response, Loss>()

export function lostResponse(loss: Loss): Response {
  const response = Response.error()
  losses.set(response, loss)
  return response
}

export const isLost = (response: Response): boolean => response.type === 'error'

const causes = {
  reset: { name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' },
  timeout: {
    name: 'HeadersTimeoutError',
    message: 'Headers Timeout Error',
    code: 'UND_ERR_HEADERS_TIMEOUT',
  },
}

/** The response, unless it was lost: then throws what `fetch` throws in Node. */
export function arrived(response: Response, { signal }: Pick<Asked, 'signal'>): Response {
  if (!isLost(response)) return response
  signal?.throwIfAborted()
  const { name, message, code } = causes[losses.get(response) === 'timeout' ? 'timeout' : 'reset']
  const cause = Object.assign(new Error(message), { name, code })
  throw new TypeError('fetch failed', { cause })
}
