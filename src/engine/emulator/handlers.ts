/** Requests below a base URL, and the options of MSW for requests to other addresses. */
import { isBelowBase } from './base-url.ts'
import type { RequestResponder } from './msw-handler.ts'

/** A responder for the requests below one base URL. */
export const responderFor = (
  baseUrl: string,
  respond: RequestResponder['respond'],
): RequestResponder => ({
  matches: (url) => isBelowBase(url, baseUrl),
  respond,
})

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
