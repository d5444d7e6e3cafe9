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
import { assertPeerVersion } from '../peer-version.ts'
import { interceptUndici } from './undici.ts'

/** Intercepts the requests of this process that a responder matches. */
interface NetworkInterceptor {
  /** Starts to intercept. The responder decides about the requests that it does not match. */
  start(): void
  stop(): void
}

/** The names that MSW gives to the interception of a process, up to 2.12 and in later versions. */
const interceptionNames = ['setup-server', 'interceptor-source']

/** The responders that run. They share one interception: with two, each request would arrive twice. */
const running = new Set<RequestResponder>()

const responderOf = (url: string): RequestResponder | undefined =>
  [...running].find((each) => each.matches(url))

const all: Required<RequestResponder> = {
  matches: (url) => responderOf(url) !== undefined,
  respond: async (request) => responderOf(request.url)?.respond(request) ?? Response.error(),
  mayPass: (request) => [...running].every((each) => each.mayPass?.(request) ?? true),
}

assertPeerVersion('msw')
const server = setupServer(createRequestHandler(all))
let restoreUndici: (() => void) | undefined

/** Throws if a `setupServer` of the user listens. It would send each request on, so that it arrives twice. */
function assertOnlyNetwork(): void {
  const symbols = running.size > 0 ? [] : Object.getOwnPropertySymbols(globalThis)
  if (!symbols.some(({ description = '' }) => interceptionNames.includes(description))) return
  throw new EmulatorError('two_networks', {
    action: 'listen',
    reason:
      'a `setupServer` of your own listens in this process, and it sends each request a second time',
    advice: 'Close it, or pass it the `handlers` of an emulator that `createEmulator` creates.',
  })
}

/** Creates an interceptor that passes matching requests to `responder`. */
export const createNetworkInterceptor = (responder: RequestResponder): NetworkInterceptor => ({
  start() {
    assertOnlyNetwork()
    running.add(responder)
    if (running.size === 1) startNetwork()
  },
  stop() {
    if (running.delete(responder) && running.size === 0) stopNetwork()
  },
})

function startNetwork(): void {
  server.listen(unhandledOptions('bypass'))
  noteInterceptedFetch()
  // Note: modules that import `get` or `request` by name keep the original function until this call.
  syncBuiltinESMExports()
  restoreUndici = interceptUndici(all)
}

function stopNetwork(): void {
  restoreUndici?.()
  server.close()
  forgetInterceptedFetch()
  syncBuiltinESMExports()
}
