/** How the code under test reaches the emulator: direct calls and MSW handlers. */
import type { RequestHandler } from 'msw'
import { responderFor } from '../handlers.ts'
import { createRequestHandler } from '../msw-handler.ts'
import type { EmulatorContext } from '../context.ts'
import { MethodGroup } from '../method-group.ts'
import type { RequestLike } from '../../serve/call.ts'
import { isObject, isPlainObject, quoteValue } from '../../errors/argument-checks.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { assertNoMisuse } from '../../serve/internal-error.ts'
import { assertArrived } from '../../serve/response-arrival.ts'

export class AccessMethodGroup extends MethodGroup {
  #handlers: RequestHandler[] | undefined

  /**
   * Answers a request without a network and without interception. A path is relative to `baseUrl`.
   *
   * @throws EmulatorError for a URL with another origin than `baseUrl`, and for an invalid request
   * @example
   * const response = await emulator.fetch('/users/1', { headers: emulator.headers })
   */
  async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { settings, serve, catalog } = this.context
    const base = { baseUrl: settings.baseUrl, example: catalog.examples.path }
    const request = requestFrom(base, input, init)
    const response = await serve(request)
    assertNoMisuse(response)
    // Note: a response that code creates has no URL, and that of a host's `fetch` has it.
    const [value] = request.url.split('#')
    Object.defineProperty(response, 'url', { value, configurable: true })
    return assertArrived(response, request)
  }

  /**
   * One MSW handler for all requests below `baseUrl`, for your own `setupServer` or `setupWorker`.
   *
   * @example
   * const server = setupServer(...emulator.handlers)
   */
  get handlers(): RequestHandler[] {
    const { settings, serve } = this.context
    warnOfSameAddress(this.context)
    contextsInMsw.add(this.context)
    // Note: `setupServer` takes the handlers as arguments, so that a later change of the list would have no effect.
    return (this.#handlers ??= Object.freeze([
      createRequestHandler(responderFor(settings.baseUrl, serve)),
    ]) as RequestHandler[])
  }
}

/** The emulators whose handlers were read. */
const contextsInMsw = new WeakSet<EmulatorContext>()

/** Whether a `setupServer` may have the handlers of an emulator. */
export const hasReadHandlers = (context: EmulatorContext): boolean => contextsInMsw.has(context)

/** The emulators whose handlers were read in this turn of the event loop, by base URL. */
const handlerOwners = new Map<string, EmulatorContext>()

/** Warns of handlers that are read together and have the same address: MSW calls the first ones only. */
function warnOfSameAddress(context: EmulatorContext): void {
  const { baseUrl } = context.settings
  const owner = handlerOwners.get(baseUrl)
  if (owner && owner !== context)
    console.warn(
      `Two emulators have the base URL ${baseUrl}. In one \`setupServer\`, the first answers all requests: give the other one a \`baseUrl\` of its own.`,
    )
  handlerOwners.set(baseUrl, context)
  queueMicrotask(() => handlerOwners.delete(baseUrl))
}

/** The base URL, and the example of a path for messages. */
interface BaseUrl {
  readonly baseUrl: string
  readonly example: string
}

/** Creates the request of a call. @throws EmulatorError for a URL of another origin or invalid options */
function requestFrom(
  base: BaseUrl,
  input: string | URL | Request,
  init: RequestInit | undefined,
): RequestLike {
  if (init !== undefined && !isObject(init)) {
    throw badRequestError(
      quoteInput(input),
      `the options are ${quoteValue(init)}`,
      'Give an object such as { method: "POST" }.',
    )
  }
  if (Array.isArray(init?.body) || isPlainObject(init?.body))
    throw badRequestError(
      quoteInput(input),
      'the body is an object, which no request can send',
      'Give `JSON.stringify(body)`, and the header "content-type: application/json".',
    )
  try {
    return plainRequest(base.baseUrl, input, init) ?? toRequest(base, input, init)
  } catch (error) {
    if (error instanceof EmulatorError) throw error
    throw badRequestError(
      quoteInput(input),
      `\`Request\` reports "${(error as Error).message}"`,
      'Check the method, the headers and the body.',
    )
  }
}

function toRequest(base: BaseUrl, input: string | URL | Request, init?: RequestInit): Request {
  if (input instanceof Request) {
    assertSameOrigin(base, input.url)
    return init === undefined ? input : new Request(input, init)
  }
  const text = input instanceof URL ? input.href : input
  const isPath = typeof text === 'string' && text.startsWith('/')
  if (!isPath && !URL.canParse(text)) {
    const suggestion = typeof text === 'string' && /^[\w]/.test(text) && `Did you mean "/${text}"?`
    throw badRequestError(
      quoteInput(input),
      'it is neither a path nor a URL',
      suggestion || `Give a path below \`baseUrl\`, such as "${base.example}".`,
    )
  }
  if (!isPath) assertSameOrigin(base, text)
  return new Request(isPath ? base.baseUrl + text : text, init)
}

function assertSameOrigin({ baseUrl, example }: BaseUrl, url: string): void {
  const { origin, host } = new URL(baseUrl)
  const given = new URL(url)
  if (given.origin === origin) return
  if (given.host === host)
    throw badRequestError(
      `"${url}"`,
      `it begins with ${given.origin}, and the emulator answers ${origin}`,
      'Use `emulator.baseUrl`, or give a path.',
    )
  throw badRequestError(
    `"${url}"`,
    `its origin is not ${origin}`,
    `Call \`fetch\` for other origins, or give a path below \`baseUrl\`, such as "${example}".`,
  )
}

const quoteInput = (input: unknown): string =>
  input instanceof Request ? `"${input.url}"` : quoteValue(input)

const badRequestError = (input: string, reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_request', { action: `fetch ${input}`, reason, advice })

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']

/** Characters that a `Request` changes: lone surrogates and the byte order mark. */
const alteredByRequest = /[\ud800-\udfff\ufeff]/

/**
 * A simple call without a `Request`, whose creation takes half as long as the answer. Returns undefined
 * for a call that a `Request` could refuse, change or wait for.
 */
function plainRequest(
  baseUrl: string,
  input: string | URL | Request,
  { method = 'GET', headers, body = null, ...rest }: RequestInit = {},
): RequestLike | undefined {
  const isPlain =
    typeof input === 'string' &&
    (input.startsWith('/') || input.startsWith(`${baseUrl}/`)) &&
    methods.includes(method) &&
    (body === null ||
      (typeof body === 'string' && !/^(GET|HEAD)$/.test(method) && !alteredByRequest.test(body)))
  for (const _ in rest) return undefined
  if (!isPlain) return undefined
  return {
    method,
    url: input.startsWith('/') ? baseUrl + input : input,
    headers: new Headers(headers),
    body: body as string | null,
    signal: undefined,
  }
}
