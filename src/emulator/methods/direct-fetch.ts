/** The lane without a network: `emulator.fetch`. */
import type { Asked } from '../../serve/call.ts'
import { arrived } from '../../serve/lost-response.ts'
import type { Serve } from '../../serve/fetch-handler.ts'

type Ask = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** What would break a connection is thrown as `fetch` throws it. */
export const directly =
  (baseUrl: string, serve: Serve): Ask =>
  async (input, init) => {
    const asked = plainly(baseUrl, input, init) ?? requestFor(baseUrl, input, init)
    return arrived(await serve(asked), asked)
  }

function requestFor(baseUrl: string, input: string | URL | Request, init?: RequestInit): Request {
  if (input instanceof Request) return input
  const url = String(input)
  return new Request(url.startsWith('/') ? baseUrl + url : url, init)
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']

/** What a `Request` would change on the way: half a character, and the mark of a byte order. */
const changing = /[\ud800-\udfff\ufeff]/

/**
 * An everyday call as it is. To make a `Request` of it takes half the time that the answer takes; it is
 * made all the same where it could refuse something, change it or wait for it.
 */
function plainly(
  baseUrl: string,
  input: string | URL | Request,
  { method = 'GET', headers, body = null, ...rest }: RequestInit = {},
): Asked | undefined {
  const isEveryday =
    typeof input === 'string' &&
    (input.startsWith('/') || input.startsWith(`${baseUrl}/`)) &&
    methods.includes(method) &&
    (body === null ||
      (typeof body === 'string' && !/^(GET|HEAD)$/.test(method) && !changing.test(body)))
  for (const _ in rest) return undefined
  if (!isEveryday) return undefined
  return {
    method,
    url: input.startsWith('/') ? baseUrl + input : input,
    headers: new Headers(headers),
    body: body as string | null,
    signal: undefined,
  }
}
