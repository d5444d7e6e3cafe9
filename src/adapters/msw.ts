/** One handler for everything under the base address; routing happens behind it. */
import { http, type RequestHandler } from 'msw'

export interface Answering {
  /** Whether a request is to be answered here. */
  owns(url: string): boolean
  answer(request: Request): Promise<Response>
}

/**
 * A catch-all handler. It matches by a predicate: so a request to another address costs next to
 * nothing and is reported by the user's own policy for unhandled requests.
 */
export function catchAll({ owns, answer }: Answering): RequestHandler[] {
  return [
    http.all(
      ({ request }) => owns(request.url),
      ({ request }) => answer(request),
    ),
  ]
}

/** The handler for what is under one base address. */
export function handlersFor(baseUrl: string, answer: Answering['answer']): RequestHandler[] {
  const prefix = `${baseUrl}/`
  return catchAll({ owns: (url) => url.startsWith(prefix) || url === baseUrl, answer })
}
