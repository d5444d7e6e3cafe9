/** Adds CORS headers, so that a page of this machine can call the service on another port. */
import { isLocalOrigin } from './page-origin.ts'

/** The methods and request headers that a page of this machine may use. */
const allowed = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, x-emulator-explain, x-emulator-instance, x-emulator-cause',
  'access-control-max-age': '600',
}

/** The response headers that a page may read. */
const exposed = 'link, retry-after, content-length, x-emulator-fault, x-emulator-explain'

/** Answers a preflight request of a local page, and adds CORS headers to the response of `respond`. */
export async function withCors(
  request: Request,
  respond: (request: Request) => Promise<Response>,
): Promise<Response> {
  const origin = request.headers.get('origin')
  if (origin === null || !isLocalOrigin(origin)) return respond(request)
  const originHeaders = { 'access-control-allow-origin': origin, vary: 'origin' }
  const isPreflight = request.headers.has('access-control-request-method')
  if (request.method === 'OPTIONS' && isPreflight) {
    return new Response(null, { status: 204, headers: { ...originHeaders, ...allowed } })
  }
  const response = await respond(request)
  if (response.type === 'error') return response
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(originHeaders)) headers.set(name, value)
  headers.set('access-control-expose-headers', exposed)
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}
