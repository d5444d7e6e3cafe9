/**
 * Answers that never arrive. `Response.error()` stands for a broken connection in every lane: msw knows
 * it, a server closes the socket, and whoever answers without a network throws what `fetch` would.
 */
import type { RequestLike } from './call.ts'

/** The connection broke, nothing came for too long, or the caller itself gave up. */
export type LossKind = 'reset' | 'timeout' | 'abort'

const lossKinds = new WeakMap<Response, LossKind>()

export function createLostResponse(kind: LossKind): Response {
  const response = Response.error()
  lossKinds.set(response, kind)
  return response
}

export const isLostResponse = (response: Response): boolean => response.type === 'error'

const causes = {
  reset: { name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' },
  timeout: {
    name: 'HeadersTimeoutError',
    message: 'Headers Timeout Error',
    code: 'UND_ERR_HEADERS_TIMEOUT',
  },
}

/** The response, unless it was lost: then throws what `fetch` throws in Node. */
export function assertArrived(
  response: Response,
  { signal }: Pick<RequestLike, 'signal'>,
): Response {
  if (!isLostResponse(response)) return response
  signal?.throwIfAborted()
  const { name, message, code } =
    causes[lossKinds.get(response) === 'timeout' ? 'timeout' : 'reset']
  const cause = Object.assign(new Error(message), { name, code })
  throw new TypeError('fetch failed', { cause })
}
