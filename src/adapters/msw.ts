/** One handler for everything under the base address; routing happens behind it. */
import type { RequestHandler } from 'msw'
import { isUnder } from './address.ts'
import { type Answering, handlerFor } from './handler.ts'

/** As msw takes them: a request to another address is reported by the user's own policy. */
export const catchAll = (answering: Answering): RequestHandler[] => [handlerFor(answering)]

/** The handler for what is under one base address. */
export function handlersFor(baseUrl: string, answer: Answering['answer']): RequestHandler[] {
  return catchAll({ owns: (url) => isUnder(url, baseUrl), answer })
}
