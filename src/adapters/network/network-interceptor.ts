/** Intercepts the requests of a Node process, with MSW and a wrapped undici dispatcher. */
import { syncBuiltinESMExports } from 'node:module'
import { setupServer } from 'msw/node'
import { createRequestHandler, type RequestResponder } from '../../engine/emulator/msw-handler.ts'
import { unhandledOptions } from '../../engine/emulator/handlers.ts'
import { interceptUndici } from './undici.ts'

/** Intercepts the requests of this process that a responder matches. */
interface NetworkInterceptor {
  /** Starts to intercept. The responder decides about the requests that it does not match. */
  start(): void
  stop(): void
}

/** Creates an interceptor that passes matching requests to `responder`. */
export function createNetworkInterceptor(responder: RequestResponder): NetworkInterceptor {
  const server = setupServer(createRequestHandler(responder))
  let restoreUndici: (() => void) | undefined
  return {
    start() {
      server.listen(unhandledOptions('bypass'))
      // Note: modules that import `get` or `request` by name keep the original function until this call.
      syncBuiltinESMExports()
      restoreUndici = interceptUndici(responder)
    },
    stop() {
      restoreUndici?.()
      server.close()
      syncBuiltinESMExports()
    },
  }
}
