/**
 * A request handler of msw that was not made by msw.
 *
 * What msw asks of a handler is a matter of shape: a kind, and the methods below. The whole of msw, which
 * brings a parser of GraphQL along, takes longer to load than this package does; so whoever needs no
 * more than `msw/node` loads no more. Decision 017 says what this relies on, and what watches over it.
 */
import type { RequestHandler } from 'msw'

export interface RequestResponder {
  /** Whether a request is to be answered here. */
  matches(url: string): boolean
  respond(request: Request): Promise<Response>
}

interface HandlerArguments {
  readonly request: Request
  readonly requestId?: string
}

interface LogArguments {
  readonly request: Request
  readonly response: Response
}

class EmulatorRequestHandler {
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
  readonly #answering: RequestResponder

  constructor(responder: RequestResponder) {
    this.#answering = responder
  }

  /** Answers a request, or null where it is for somebody else. */
  async run({ request, requestId }: HandlerArguments): Promise<object | null> {
    if (!this.#answering.matches(request.url)) return null
    this.isUsed = true
    const response = await this.#answering.respond(request)
    return { handler: this, request, requestId, response, parsedResult: {} }
  }

  async parse(): Promise<object> {
    return {}
  }
  predicate({ request }: HandlerArguments): boolean {
    return this.#answering.matches(request.url)
  }
  async test(args: HandlerArguments): Promise<boolean> {
    return this.predicate(args)
  }

  /** A page that is not told to be quiet shows each answered request in its console. */
  log({ request, response }: LogArguments): void {
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
export const createRequestHandler = (responder: RequestResponder): RequestHandler =>
  // Note: the class of MSW has private members, so no other class has its type. Decision 017.
  new EmulatorRequestHandler(responder) as unknown as RequestHandler
