/** MSW handlers for a base URL, and the options for requests to other addresses. */
import type { RequestHandler } from 'msw'
import { isBelowBase } from './base-url.ts'
import { type RequestResponder, createRequestHandler } from './msw-handler.ts'

/** The list of handlers that MSW takes. MSW applies the user's own strategy to other requests. */
export const createHandlers = (responder: RequestResponder): RequestHandler[] => [
  createRequestHandler(responder),
]

/** A responder for the requests below one base URL. */
export const responderFor = (
  baseUrl: string,
  respond: RequestResponder['respond'],
): RequestResponder => ({
  matches: (url) => isBelowBase(url, baseUrl),
  respond,
})

/** The MSW handlers for the requests below one base URL. */
export const handlersForBaseUrl = (
  baseUrl: string,
  respond: RequestResponder['respond'],
): RequestHandler[] => createHandlers(responderFor(baseUrl, respond))

/** The treatment of requests to other addresses: pass through, pass through with a warning, or fail. */
export type UnhandledStrategy = 'bypass' | 'warn' | 'error'

/** The strategy as options of MSW. Version 3 renamed the option and silently ignores the old name. */
export const unhandledOptions = (unhandled: UnhandledStrategy) => ({
  onUnhandledRequest: unhandled,
  onUnhandledFrame: unhandled,
})

/** A request that no emulator intercepted. */
export interface UnhandledRequest {
  readonly method: string
  readonly url: string
  /** `error` if the request failed, `warn` if it went to the network. */
  readonly strategy: Exclude<UnhandledStrategy, 'bypass'>
}
