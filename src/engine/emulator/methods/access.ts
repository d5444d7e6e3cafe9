/** How the code under test reaches the emulator: direct calls and MSW handlers. */
import type { RequestHandler } from 'msw'
import { handlersForBaseUrl } from '../handlers.ts'
import { MethodGroup } from '../method-group.ts'
import { createDirectFetch } from './direct-fetch.ts'

export interface AccessMethods {
  /**
   * Answers a request without a network and without interception. A path is relative to `baseUrl`.
   *
   * @throws EmulatorError for a URL with another origin than `baseUrl`, and for an invalid request
   * @example
   * const response = await emulator.fetch('/users/1', { headers: emulator.headers })
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>

  /**
   * One MSW handler for all requests below `baseUrl`, for your own `setupServer` or `setupWorker`.
   *
   * @example
   * const server = setupServer(...emulator.handlers)
   */
  readonly handlers: RequestHandler[]
}

export class AccessMethodGroup extends MethodGroup implements AccessMethods {
  #fetch: AccessMethods['fetch'] | undefined
  #handlers: RequestHandler[] | undefined

  get fetch(): AccessMethods['fetch'] {
    return (this.#fetch ??= createDirectFetch(this.context))
  }

  get handlers(): RequestHandler[] {
    const { settings, serve } = this.context
    return (this.#handlers ??= handlersForBaseUrl(settings.baseUrl, serve))
  }
}
