/** Writes a response to an undici dispatch handler, in the current or the legacy handler interface. */

export interface ResponseWriter {
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
export function createResponseWriter(handler: object): ResponseWriter {
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
  signal.addEventListener('abort', () => failOnce(signal.reason))
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
