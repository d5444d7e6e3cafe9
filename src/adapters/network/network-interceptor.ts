/** Intercepts the requests of a Node process, with MSW and a wrapped undici dispatcher. */
import { syncBuiltinESMExports } from 'node:module'
import { setupServer } from 'msw/node'
import { createRequestHandler, type RequestResponder } from '../../engine/emulator/msw-handler.ts'
import { unhandledOptions } from '../../engine/emulator/handlers.ts'
import {
  forgetInterceptedFetch,
  noteInterceptedFetch,
} from '../../engine/emulator/reports/host-fetch.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { interceptUndici } from './undici.ts'

/** Intercepts the requests of this process that a responder matches. */
interface NetworkInterceptor {
  /** Starts to intercept. The responder decides about the requests that it does not match. */
  start(): void
  stop(): void
}

/** The names that MSW gives to the interception of a process, up to 2.12 and in later versions. */
const interceptionNames = ['setup-server', 'interceptor-source']

/** The number of interceptors of this package that run. */
let running = 0

/** Throws if a `setupServer` of the user listens. It would send each request on, so that it arrives twice. */
function assertOnlyNetwork(): void {
  const symbols = running > 0 ? [] : Object.getOwnPropertySymbols(globalThis)
  if (!symbols.some(({ description = '' }) => interceptionNames.includes(description))) return
  throw new EmulatorError('two_networks', {
    action: 'listen',
    reason:
      'a `setupServer` of your own listens in this process, and it sends each request a second time',
    advice: 'Close it, or pass it the `handlers` of an emulator that `createEmulator` creates.',
  })
}

/** Creates an interceptor that passes matching requests to `responder`. */
export function createNetworkInterceptor(responder: RequestResponder): NetworkInterceptor {
  const server = setupServer(createRequestHandler(responder))
  let restoreUndici: (() => void) | undefined
  return {
    start() {
      assertOnlyNetwork()
      running += 1
      server.listen(unhandledOptions('bypass'))
      noteInterceptedFetch()
      // Note: modules that import `get` or `request` by name keep the original function until this call.
      syncBuiltinESMExports()
      restoreUndici = interceptUndici(responder)
    },
    stop() {
      running -= 1
      restoreUndici?.()
      server.close()
      forgetInterceptedFetch()
      syncBuiltinESMExports()
    },
  }
}
