/**
 * Responses that never arrive. `Response.error()` represents a broken connection in every transport: MSW
 * supports it, the HTTP server closes the socket, and direct `fetch` throws the error of Node's `fetch`.
 */
import type { RequestLike } from './call.ts'

/** The connection was reset, the response timed out, or the client aborted the request. */
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

/** Returns the response. If it is lost, throws the error of Node's `fetch`. */
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
