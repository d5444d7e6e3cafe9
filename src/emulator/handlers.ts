/** What msw is told: one handler for everything under the base address, and what becomes of the rest. */
import type { RequestHandler } from 'msw'
import { isUnder } from './base-url.ts'
import { type Answering, handlerFor } from './msw-handler.ts'

/** As msw takes them: a request to another address is reported by the user's own policy. */
export const catchAll = (answering: Answering): RequestHandler[] => [handlerFor(answering)]

/** Who answers what is under one base address, and nothing else. */
export const answeringUnder = (baseUrl: string, answer: Answering['answer']): Answering => ({
  owns: (url) => isUnder(url, baseUrl),
  answer,
})

/** The handler for what is under one base address. */
export const handlersFor = (baseUrl: string, answer: Answering['answer']): RequestHandler[] =>
  catchAll(answeringUnder(baseUrl, answer))

/** What becomes of requests to other addresses: sent on, sent on with a warning, or failed. */
export type UnhandledStrategy = 'bypass' | 'warn' | 'error'

/** The same as options of msw: its third version renamed the option and ignores the old name without a word. */
export const unhandledBy = (unhandled: UnhandledStrategy) => ({
  onUnhandledRequest: unhandled,
  onUnhandledFrame: unhandled,
})
