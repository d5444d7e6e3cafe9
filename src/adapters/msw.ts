/** One handler for everything under the base address; routing happens behind it. */
import { http, type RequestHandler } from 'msw'

export interface Answering {
  /** Where the emulated service stands. */
  readonly baseUrl: string
  answer(request: Request): Promise<Response>
}

/**
 * A catch-all handler. It matches by a predicate: so a request to another address costs next to
 * nothing and is reported by the user's own policy for unhandled requests.
 */
export function handlersFor({ baseUrl, answer }: Answering): RequestHandler[] {
  const prefix = `${baseUrl}/`
  const owns = ({ request }: { request: Request }): boolean =>
    request.url.startsWith(prefix) || request.url === baseUrl
  return [http.all(owns, ({ request }) => answer(request))]
}
