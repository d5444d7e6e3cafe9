/** Tells an answer to whoever asked through undici: its handlers come in an older and a newer form. */

export interface Listener {
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal
  hear(response: Response, body: Uint8Array): void
  fail(error: unknown): void
}

interface OlderHandler {
  onConnect?(abort: (reason?: unknown) => void, context: null): void
  onHeaders?(status: number, headers: Buffer[], resume: () => void, statusText: string): unknown
  onData?(chunk: Uint8Array): unknown
  onComplete?(trailers: Buffer[]): void
  onError?(error: unknown): void
}

interface NewerHandler {
  onRequestStart(controller: Controller, context: object): void
  onResponseStart?(
    controller: Controller,
    status: number,
    headers: Record<string, string>,
    statusText: string,
  ): void
  onResponseData?(controller: Controller, chunk: Uint8Array): void
  onResponseEnd?(controller: Controller, trailers: object): void
  onResponseError?(controller: Controller, error: unknown): void
}

interface Controller {
  readonly aborted: boolean
  readonly reason: unknown
  readonly paused: boolean
  rawHeaders: Buffer[]
  pause(): void
  resume(): void
  abort(reason?: unknown): void
}

const nothing = (): void => undefined

export function listenerOf(handler: object): Listener {
  const aborting = new AbortController()
  const { signal } = aborting
  const form = 'onRequestStart' in handler ? newer : older
  const { hear, fail } = form(handler as never, (reason) => aborting.abort(reason), signal)
  let failed = false
  const failOnce = (error: unknown): void => {
    if (!failed) fail(error)
    failed = true
  }
  signal.addEventListener('abort', () => failOnce(signal.reason))
  return {
    signal,
    fail: failOnce,
    hear: (response, body) => void (signal.aborted || hear(response, body)),
  }
}

type Form<H> = (
  handler: H,
  abort: (reason?: unknown) => void,
  signal: AbortSignal,
) => Pick<Listener, 'hear' | 'fail'>

const older: Form<OlderHandler> = (handler, abort) => {
  handler.onConnect?.(abort, null)
  return {
    hear(response, body) {
      handler.onHeaders?.(response.status, rawHeaders(response), nothing, response.statusText)
      if (body.length > 0) handler.onData?.(Buffer.from(body))
      handler.onComplete?.([])
    },
    fail: (error) => handler.onError?.(error),
  }
}

const newer: Form<NewerHandler> = (handler, abort, signal) => {
  const controller: Controller = {
    get aborted() {
      return signal.aborted
    },
    get reason() {
      return signal.reason
    },
    paused: false,
    rawHeaders: [],
    pause: nothing,
    resume: nothing,
    abort,
  }
  handler.onRequestStart(controller, {})
  return {
    hear(response, body) {
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
