/**
 * A request handler for MSW that does not import MSW.
 *
 * MSW identifies a handler by its shape: a kind and the methods below. The complete MSW package, which
 * includes a GraphQL parser, takes longer to load than this package. A user of `msw/node` does not have
 * to load it. Decision 017 records what this relies on and which tests check it.
 */
import { redactUrl } from '../journal/redaction.ts'
import type { RequestHandler } from 'msw'

export interface RequestResponder {
  /** Whether the responder answers requests to the URL. */
  matches(url: string): boolean
  respond(request: Request): Promise<Response>
  /**
   * Whether a request that the responder does not match may go to the network. A refused request fails
   * like one without a connection. Default: yes.
   */
  mayPass?(request: PassingRequest): boolean
}

/** A request that a responder does not match. */
export interface PassingRequest {
  readonly method: string
  readonly url: string
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
  /** The kind of the handler: `__kind` for MSW up to 2.12, `kind` for later versions. */
  readonly __kind = 'RequestHandler'
  readonly kind = 'request'
  readonly info = {
    header: 'ALL course-admin-emulator',
    method: /.+/,
    path: '*',
    callFrame: undefined,
  }
  isUsed = false
  readonly #responder: RequestResponder

  constructor(responder: RequestResponder) {
    this.#responder = responder
  }

  /** Answers a request; null for a request to another address, unless the responder refuses it. */
  async run({ request, requestId }: HandlerArguments): Promise<object | null> {
    const isMatch = this.#responder.matches(request.url)
    if (!isMatch && (this.#responder.mayPass?.(request) ?? true)) return null
    this.isUsed = true
    const response = isMatch ? await this.#responder.respond(request) : Response.error()
    return { handler: this, request, requestId, response, parsedResult: {} }
  }

  async parse(): Promise<object> {
    return {}
  }
  predicate({ request }: HandlerArguments): boolean {
    return this.#responder.matches(request.url)
  }
  async test(args: HandlerArguments): Promise<boolean> {
    return this.predicate(args)
  }

  /** Logs an answered request to the console of a page, unless MSW runs with `quiet`. */
  log({ request, response }: LogArguments): void {
    console.groupCollapsed(`[MSW] ${request.method} ${redactUrl(request.url)} (${response.status})`)
    console.log('Request', request)
    console.log('Response', response)
    console.groupEnd()
  }

  // Note: the handler has no state, so these methods have nothing to do.
  reset(): void {}
  restore(): void {}
  dispose(): void {}
}

/** The handler for all requests of a responder. A request to another address costs almost nothing. */
export const createRequestHandler = (responder: RequestResponder): RequestHandler =>
  // Note: the class of MSW has private members, so no other class has its type. Decision 017.
  new EmulatorRequestHandler(responder) as unknown as RequestHandler
