/** The lane without a network: `emulator.fetch`. */
import type { RequestLike } from '../../serve/call.ts'
import { assertArrived } from '../../serve/lost-response.ts'
import type { FetchHandler } from '../../serve/fetch-handler.ts'

type FetchFunction = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** What would break a connection is thrown as `fetch` throws it. */
export const createDirectFetch =
  (baseUrl: string, serve: FetchHandler): FetchFunction =>
  async (input, init) => {
    const request = plainRequest(baseUrl, input, init) ?? toRequest(baseUrl, input, init)
    return assertArrived(await serve(request), request)
  }

function toRequest(baseUrl: string, input: string | URL | Request, init?: RequestInit): Request {
  if (input instanceof Request) return input
  const url = String(input)
  return new Request(url.startsWith('/') ? baseUrl + url : url, init)
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']

/** What a `Request` would change on the way: half a character, and the mark of a byte order. */
const alteredByRequest = /[\ud800-\udfff\ufeff]/

/**
 * An everyday call as it is. To make a `Request` of it takes half the time that the answer takes; it is
 * made all the same where it could refuse something, change it or wait for it.
 */
function plainRequest(
  baseUrl: string,
  input: string | URL | Request,
  { method = 'GET', headers, body = null, ...rest }: RequestInit = {},
): RequestLike | undefined {
  const isPlain =
    typeof input === 'string' &&
    (input.startsWith('/') || input.startsWith(`${baseUrl}/`)) &&
    methods.includes(method) &&
    (body === null ||
      (typeof body === 'string' && !/^(GET|HEAD)$/.test(method) && !alteredByRequest.test(body)))
  for (const _ in rest) return undefined
  if (!isPlain) return undefined
  return {
    method,
    url: input.startsWith('/') ? baseUrl + input : input,
    headers: new Headers(headers),
    body: body as string | null,
    signal: undefined,
  }
}
