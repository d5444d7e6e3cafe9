/** Runs an emulator in a Node process and intercepts the requests of that process. */
import { createEmulator, contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import type { EmulatorOptions } from '../../emulator/options.ts'
import { EmulatorError } from '../../machine/errors.ts'
import { internalErrorFailure } from '../../serve/internal-error.ts'
import { responderFor, type UnhandledStrategy } from '../../emulator/handlers.ts'
import { createNetworkInterceptor } from './network-interceptor.ts'

/** Options of `listen`. */
export interface ListenOptions {
  /** The handling of requests to other addresses. Default: `bypass`, which sends them to the network. */
  readonly onUnhandledRequest?: UnhandledStrategy
}

/** An emulator that can intercept the requests of its process. */
export interface ListeningEmulator extends Emulator {
  /** Intercepts requests to `baseUrl` from fetch, `node:http` and undici. */
  listen(options?: ListenOptions): this
  /**
   * Stops to intercept requests. A second call does nothing.
   *
   * @throws EmulatorError after an exception inside the emulator, so that the test fails; its `cause` is the
   * exception
   */
  close(): void
}

/** The emulator that listens. A process can have only one interceptor. */
let listening: ListeningEmulator | undefined

/**
 * Creates an emulator that can intercept requests. After `listen()`, unmodified code reaches it under `baseUrl`.
 *
 * @throws EmulatorError from `listen` if another emulator listens in the same process
 * @example
 * using emulator = setupEmulator({ world: 'small-school' }).listen()
 * await fetch(`${emulator.baseUrl}/courses`, { headers: emulator.headers })
 */
export function setupEmulator(options: EmulatorOptions = {}): ListeningEmulator {
  const emulator = createEmulator(options)
  const interceptor = createNetworkInterceptor(
    responderFor(emulator.baseUrl, contextOf(emulator).serve),
  )
  const stop = (): void => {
    if (listening !== listeningEmulator) return
    listening = undefined
    interceptor.stop()
  }
  const stopClock = emulator.close
  const close = (): void => {
    stop()
    stopClock()
    const internalErrors = contextOf(emulator).settings.internalErrors.splice(0)
    if (internalErrors.length > 0) throw internalErrorFailure(internalErrors)
  }
  const listen = ({ onUnhandledRequest = 'bypass' }: ListenOptions = {}): ListeningEmulator => {
    if (listening === listeningEmulator) return listeningEmulator
    if (listening) throw alreadyListening()
    interceptor.start(onUnhandledRequest)
    contextOf(listeningEmulator).clock.start()
    listening = listeningEmulator
    return listeningEmulator
  }
  const listeningEmulator = Object.defineProperties(emulator as ListeningEmulator, {
    ...Object.getOwnPropertyDescriptors({ listen, close, [Symbol.dispose]: close }),
  })
  return listeningEmulator
}

function alreadyListening(): EmulatorError {
  return new EmulatorError('already_listening', {
    action: 'listen',
    reason: 'another emulator listens in this process, and only one emulator can listen at a time',
    advice:
      'Close the other emulator first, or pass `emulator.handlers` to your own `setupServer`.',
  })
}
