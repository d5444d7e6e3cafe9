/**
 * A request handler of msw that was not made by msw.
 *
 * What msw asks of a handler is a matter of shape: a kind, and the methods below. The whole of msw, which
 * brings a parser of GraphQL along, takes longer to load than this package does; so whoever needs no
 * more than `msw/node` loads no more. Decision 017 says what this relies on, and what watches over it.
 */
import type { RequestHandler } from 'msw'

export interface Answering {
  /** Whether a request is to be answered here. */
  owns(url: string): boolean
  answer(request: Request): Promise<Response>
}

interface Asking {
  readonly request: Request
  readonly requestId?: string
}

interface Logged {
  readonly request: Request
  readonly response: Response
}

class AnsweringHandler {
  /** What the handler is for: a name that msw up to 2.12 knew, and the one that it knows since. */
  readonly __kind = 'RequestHandler'
  readonly kind = 'request'
  readonly info = {
    header: 'ALL course-admin-emulator',
    method: /.+/,
    path: '*',
    callFrame: undefined,
  }
  isUsed = false
  readonly #answering: Answering

  constructor(answering: Answering) {
    this.#answering = answering
  }

  /** Answers a request, or null where it is for somebody else. */
  async run({ request, requestId }: Asking): Promise<object | null> {
    if (!this.#answering.owns(request.url)) return null
    this.isUsed = true
    const response = await this.#answering.answer(request)
    return { handler: this, request, requestId, response, parsedResult: {} }
  }

  async parse(): Promise<object> {
    return {}
  }
  predicate({ request }: Asking): boolean {
    return this.#answering.owns(request.url)
  }
  async test(asking: Asking): Promise<boolean> {
    return this.predicate(asking)
  }

  /** A page that is not told to be quiet shows each answered request in its console. */
  log({ request, response }: Logged): void {
    console.groupCollapsed(`[MSW] ${request.method} ${request.url} (${response.status})`)
    console.log('Request', request)
    console.log('Response', response)
    console.groupEnd()
  }

  // Note: it keeps nothing from one request to the next, so there is nothing to do when it goes.
  reset(): void {}
  restore(): void {}
  dispose(): void {}
}

/** One handler for all that is owned: a request to elsewhere costs it next to nothing. */
export const handlerFor = (answering: Answering): RequestHandler =>
  new AnsweringHandler(answering) as unknown as RequestHandler
