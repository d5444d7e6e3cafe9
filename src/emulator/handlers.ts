/** What msw is told: one handler for everything under the base address, and what becomes of the rest. */
import type { RequestHandler } from 'msw'
import { isBelowBase } from './base-url.ts'
import { type RequestResponder, createRequestHandler } from './msw-handler.ts'

/** As msw takes them: a request to another address is reported by the user's own policy. */
export const createHandlers = (answering: RequestResponder): RequestHandler[] => [
  createRequestHandler(answering),
]

/** Who answers what is under one base address, and nothing else. */
export const responderFor = (
  baseUrl: string,
  respond: RequestResponder['respond'],
): RequestResponder => ({
  matches: (url) => isBelowBase(url, baseUrl),
  respond,
})

/** The handler for what is under one base address. */
export const handlersForBaseUrl = (
  baseUrl: string,
  answer: RequestResponder['respond'],
): RequestHandler[] => createHandlers(responderFor(baseUrl, answer))

/** What becomes of requests to other addresses: sent on, sent on with a warning, or failed. */
export type UnhandledStrategy = 'bypass' | 'warn' | 'error'

/** The same as options of msw: its third version renamed the option and ignores the old name without a word. */
export const unhandledOptions = (unhandled: UnhandledStrategy) => ({
  onUnhandledRequest: unhandled,
  onUnhandledFrame: unhandled,
})
