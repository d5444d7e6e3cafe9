/**
 * Intercepts the requests of npm's `undici`, which MSW does not intercept. It wraps the global dispatcher
 * that all copies of undici in a process share. A client with its own dispatcher is not intercepted.
 */
import { assertArrived } from '../../engine/serve/response-arrival.ts'
import type { RequestResponder } from '../../engine/emulator/msw-handler.ts'

/** The part of undici's dispatch options that a request is made from. */
interface DispatchOptions {
  readonly origin?: string | URL
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | readonly (string | number)[]>>
  readonly method: string
  readonly headers?: unknown
  readonly body?: unknown
}

interface Dispatcher {
  dispatch(options: DispatchOptions, handler: object): boolean
}

const dispatcherKey = Symbol.for('undici.globalDispatcher.1')
const dispatcherKeyV2 = Symbol.for('undici.globalDispatcher.2')

type DispatcherGlobals = {
  [dispatcherKey]?: Dispatcher
  [dispatcherKeyV2]?: Dispatcher
}

/** Wraps the global dispatchers. Returns a function that restores them. */
export function interceptUndici(responder: Required<RequestResponder>): () => void {
  const globals = globalThis as typeof globalThis & DispatcherGlobals
  // Note: Node loads its fetch, and with it the global dispatcher, on the first access of `Response`.
  void globals.Response
  const restorers = ([dispatcherKey, dispatcherKeyV2] as const).map((symbol) => {
    const original = globals[symbol]
    if (!original) return undefined
    const wrapped = wrapDispatcher(original, responder)
    globals[symbol] = wrapped
    return () => {
      if (globals[symbol] === wrapped) globals[symbol] = original
    }
  })
  return () => {
    for (const restore of restorers) restore?.()
  }
}

function wrapDispatcher(original: Dispatcher, responder: Required<RequestResponder>): Dispatcher {
  const dispatch = (options: DispatchOptions, handler: object): boolean => {
    const url = urlOf(options)
    if (url === undefined) return original.dispatch(options, handler)
    const isMatch = responder.matches(url)
    const { method } = options
    if (!isMatch && responder.mayPass({ method, url })) {
      return original.dispatch(options, handler)
    }
    const respond = isMatch ? responder.respond : async () => Response.error()
    void respondTo(url, options, createResponseWriter(handler), respond)
    return true
  }
  return new Proxy(original, {
    get(target, name) {
      const member = name === 'dispatch' ? dispatch : (target[name as never] as unknown)
      return typeof member === 'function' && name !== 'dispatch' ? member.bind(target) : member
    },
  })
}

async function respondTo(
  url: string,
  options: DispatchOptions,
  writer: ResponseWriter,
  respond: RequestResponder['respond'],
): Promise<void> {
  try {
    const request = await requestFrom(url, options, writer.signal)
    const response = assertArrived(await respond(request), request)
    const body = new Uint8Array(await response.arrayBuffer())
    writer.write(response, body)
  } catch (error) {
    writer.fail((error as Error).cause ?? error)
  }
}

function urlOf({ origin, path, query = {} }: DispatchOptions): string | undefined {
  const text = `${String(origin ?? '').replace(/\/$/, '')}${path}`
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) url.searchParams.append(name, String(each))
  }
  return url.href
}

async function requestFrom(
  url: string,
  options: DispatchOptions,
  signal: AbortSignal,
): Promise<Request> {
  const { method, headers, body } = options
  const text = method === 'GET' || method === 'HEAD' ? null : await bodyFrom(body)
  return new Request(url, { method, headers: headerPairs(headers), body: text, signal })
}

/** Normalizes undici's header forms: a flat list of names and values, an object, or an iterable of pairs. */
function headerPairs(headers: unknown): [string, string][] {
  if (headers === null || headers === undefined) return []
  const isFlat = Array.isArray(headers) && typeof headers[0] === 'string'
  if (isFlat) {
    return headers.flatMap((name, i) => (i % 2 ? [] : [[String(name), String(headers[i + 1])]]))
  }
  const isIterable = Symbol.iterator in (headers as object)
  const entries = isIterable
    ? [...(headers as Iterable<[string, unknown]>)]
    : Object.entries(headers)
  return entries.flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  )
}

async function bodyFrom(body: unknown): Promise<BodyInit | null> {
  const isAsyncIterable =
    typeof (body as AsyncIterable<Uint8Array>)?.[Symbol.asyncIterator] === 'function'
  if (!isAsyncIterable || body instanceof Blob) return (body ?? null) as BodyInit | null
  const chunks: Uint8Array[] = []
  for await (const chunk of body as AsyncIterable<Uint8Array | string>) {
    chunks.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
  }
  return new Blob(chunks as BlobPart[])
}

interface ResponseWriter {
  /** Aborts when the caller cancels the request. */
  readonly signal: AbortSignal
  write(response: Response, body: Uint8Array): void
  fail(error: unknown): void
}

interface LegacyDispatchHandler {
  onConnect?(abort: (reason?: unknown) => void, context: null): void
  onHeaders?(status: number, headers: Buffer[], resume: () => void, statusText: string): unknown
  onData?(chunk: Uint8Array): unknown
  onComplete?(trailers: Buffer[]): void
  onError?(error: unknown): void
}

interface DispatchHandler {
  onRequestStart(controller: DispatchController, context: object): void
  onResponseStart?(
    controller: DispatchController,
    status: number,
    headers: Record<string, string>,
    statusText: string,
  ): void
  onResponseData?(controller: DispatchController, chunk: Uint8Array): void
  onResponseEnd?(controller: DispatchController, trailers: object): void
  onResponseError?(controller: DispatchController, error: unknown): void
}

interface DispatchController {
  readonly aborted: boolean
  readonly reason: unknown
  readonly paused: boolean
  rawHeaders: Buffer[]
  pause(): void
  resume(): void
  abort(reason?: unknown): void
}

const noop = (): void => undefined

/** Creates a writer for one request. After an abort it writes nothing, and it fails at most once. */
function createResponseWriter(handler: object): ResponseWriter {
  const abortController = new AbortController()
  const { signal } = abortController
  const adapter = 'onRequestStart' in handler ? adaptHandler : adaptLegacyHandler
  const { write, fail } = adapter(
    handler as never,
    (reason) => abortController.abort(reason),
    signal,
  )
  let failed = false
  const failOnce = (error: unknown): void => {
    if (!failed) fail(error)
    failed = true
  }
  // Note: a handler can abort the request as soon as it starts.
  if (signal.aborted) failOnce(signal.reason)
  else signal.addEventListener('abort', () => failOnce(signal.reason))
  return {
    signal,
    fail: failOnce,
    write: (response, body) => void (signal.aborted || write(response, body)),
  }
}

type HandlerAdapter<H> = (
  handler: H,
  abort: (reason?: unknown) => void,
  signal: AbortSignal,
) => Pick<ResponseWriter, 'write' | 'fail'>

const adaptLegacyHandler: HandlerAdapter<LegacyDispatchHandler> = (handler, abort) => {
  handler.onConnect?.(abort, null)
  return {
    write(response, body) {
      handler.onHeaders?.(response.status, rawHeaders(response), noop, response.statusText)
      if (body.length > 0) handler.onData?.(Buffer.from(body))
      handler.onComplete?.([])
    },
    fail: (error) => handler.onError?.(error),
  }
}

const adaptHandler: HandlerAdapter<DispatchHandler> = (handler, abort, signal) => {
  const controller: DispatchController = {
    get aborted() {
      return signal.aborted
    },
    get reason() {
      return signal.reason
    },
    paused: false,
    rawHeaders: [],
    pause: noop,
    resume: noop,
    abort,
  }
  handler.onRequestStart(controller, {})
  return {
    write(response, body) {
      controller.rawHeaders = rawHeaders(response)
      const headers = Object.fromEntries(response.headers)
      handler.onResponseStart?.(controller, response.status, headers, response.statusText)
      if (body.length > 0) handler.onResponseData?.(controller, Buffer.from(body))
      handler.onResponseEnd?.(controller, {})
    },
    fail: (error) => handler.onResponseError?.(controller, error),
  }
}

const rawHeaders = ({ headers }: Response): Buffer[] =>
  [...headers].flatMap(([name, value]) => [Buffer.from(name), Buffer.from(value)])
