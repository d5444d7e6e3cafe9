/** `emulator.fetch`: the transport without a network. */
import type { RequestLike } from '../../serve/call.ts'
import { assertNoMisuse } from '../../serve/internal-error.ts'
import { assertArrived } from '../../serve/lost-response.ts'
import type { FetchHandler } from '../../serve/fetch-handler.ts'

type FetchFunction = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Creates the function. A lost response rejects with the error that `fetch` rejects with. */
export const createDirectFetch =
  (baseUrl: string, serve: FetchHandler): FetchFunction =>
  async (input, init) => {
    const request = plainRequest(baseUrl, input, init) ?? toRequest(baseUrl, input, init)
    const response = await serve(request)
    assertNoMisuse(response)
    return assertArrived(response, request)
  }

function toRequest(baseUrl: string, input: string | URL | Request, init?: RequestInit): Request {
  if (input instanceof Request) return input
  const url = String(input)
  return new Request(url.startsWith('/') ? baseUrl + url : url, init)
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']

/** Characters that a `Request` changes: lone surrogates and the byte order mark. */
const alteredByRequest = /[\ud800-\udfff\ufeff]/

/**
 * A simple call without a `Request`, whose creation takes half as long as the answer. Returns undefined
 * for a call that a `Request` could refuse, change or wait for.
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
