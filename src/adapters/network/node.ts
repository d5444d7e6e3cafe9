/** Lends an emulator a network in Node: what the code under test sends arrives here, whoever sends it. */
import { createEmulator, contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import type { EmulatorOptions } from '../../emulator/options.ts'
import { EmulatorError } from '../../machine/errors.ts'
import { responderFor, type UnhandledStrategy } from '../../emulator/handlers.ts'
import { createNetworkInterceptor } from './network-interceptor.ts'

/** How a listening emulator treats the rest of the network. */
export interface ListenOptions {
  /** What becomes of requests to other addresses. Default: `bypass`, they go where they would. */
  readonly onUnhandledRequest?: UnhandledStrategy
}

/** An emulator that the whole process can be made to talk to. */
export interface ListeningEmulator extends Emulator {
  /** Takes over requests to `baseUrl`, from fetch, `node:http` and undici alike. */
  listen(options?: ListenOptions): this
  /** Gives the network back. A second call does nothing. */
  close(): void
}

/** Only one interceptor works in a process, so it is known who has it. */
let listening: ListeningEmulator | undefined

/**
 * An emulator with a network: after `listen()`, unmodified code reaches it under `baseUrl`.
 *
 * @throws EmulatorError from `listen` while another one listens in the same process
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
    reason: 'another emulator listens in this process, and only one can',
    advice: 'Close the other one first, or add `emulator.handlers` to a setupServer of your own.',
  })
}
