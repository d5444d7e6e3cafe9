/**
 * Represents lost responses as `Response.error()`, which every transport handles: MSW fails the request, the
 * server closes the socket, and a direct call throws the error of `fetch`.
 */
import type { RequestLike } from './call.ts'

/**
 * The connection was reset, the response timed out, the caller canceled the request, or another state
 * replaced the state that the response belongs to.
 */
export type LossKind = 'reset' | 'timeout' | 'abort' | 'replaced'

const lossKinds = new WeakMap<Response, LossKind>()

export function createLostResponse(kind: LossKind): Response {
  const response = Response.error()
  lossKinds.set(response, kind)
  return response
}

export const isLostResponse = (response: Response): boolean => response.type === 'error'

const causes: Readonly<Record<Exclude<LossKind, 'abort'>, Readonly<Record<string, string>>>> = {
  reset: { name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' },
  timeout: {
    name: 'HeadersTimeoutError',
    message: 'Headers Timeout Error',
    code: 'UND_ERR_HEADERS_TIMEOUT',
  },
  replaced: {
    name: 'Error',
    message:
      'reset, restore or load of the emulator replaced the state before the response arrived',
    code: 'ERR_EMULATOR_STATE_REPLACED',
  },
}

/** Returns the response. For a lost response, throws the error of `fetch` in Node. */
export function assertArrived(
  response: Response,
  { signal }: Pick<RequestLike, 'signal'>,
): Response {
  if (!isLostResponse(response)) return response
  signal?.throwIfAborted()
  const kind = lossKinds.get(response) ?? 'reset'
  const { message, ...details } = causes[kind === 'abort' ? 'reset' : kind]
  const cause = Object.assign(new Error(message), details)
  throw new TypeError('fetch failed', { cause })
}
