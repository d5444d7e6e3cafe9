/** Lends an emulator the network of a page: a service worker hands over what the page sends. */
import { setupWorker } from 'msw/browser'
import { createEmulator, contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import type { EmulatorOptions } from '../../emulator/options.ts'
import { persistInTab } from '../hosting/tab-persistence.ts'
import type { UnhandledStrategy } from '../../emulator/handlers.ts'
import { startServiceWorker } from './service-worker.ts'

/** What an emulator in a page is made with. Default of `clock`: `system`. */
export interface WorkerOptions extends EmulatorOptions {
  /** Where the worker's script is served. Default: `/mockServiceWorker.js`. */
  readonly workerUrl?: string
  /**
   * What a reload of the page finds: `world` makes the world anew, `tab` goes on with what this tab
   * had. Default: `world`.
   */
  readonly afterReload?: 'world' | 'tab'
  /** What becomes of requests to other addresses. Default: `bypass`, they go where they would. */
  readonly onUnhandledRequest?: UnhandledStrategy
}

/** An emulator that a page can be made to talk to. */
export interface WorkerEmulator extends Emulator {
  /** Resolves when requests of the page to `baseUrl` arrive here. A second call does nothing. */
  start(): Promise<this>
  /** Gives the network back. */
  stop(): Promise<void>
}

/**
 * An emulator in a page, for development and demos without a server. Its clock runs unless told
 * otherwise.
 *
 * @example
 * const emulator = await setupEmulatorWorker({ world: 'small-school' }).start()
 * await fetch(`${emulator.baseUrl}/courses`, { headers: emulator.headers })
 */
export function setupEmulatorWorker(options: WorkerOptions = {}): WorkerEmulator {
  const {
    workerUrl = '/mockServiceWorker.js',
    onUnhandledRequest = 'bypass',
    afterReload = 'world',
    ...emulatorOptions
  } = options
  const emulator = createEmulator({ clock: 'system', ...emulatorOptions })
  const worker = setupWorker(...emulator.handlers)
  let started: Promise<unknown> | undefined
  if (afterReload === 'tab') persistInTab(emulator)

  const start = async (): Promise<WorkerEmulator> => {
    await (started ??= startServiceWorker(worker, workerUrl, onUnhandledRequest))
    contextOf(emulator).clock.start()
    return workerEmulator
  }
  const stop = async (): Promise<void> => {
    if (!started) return
    started = undefined
    await worker.stop()
    emulator.close()
  }
  const workerEmulator = Object.defineProperties(emulator as WorkerEmulator, {
    ...Object.getOwnPropertyDescriptors({ start, stop }),
  })
  return workerEmulator
}
