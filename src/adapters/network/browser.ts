/** Runs an emulator in a page. A service worker intercepts the requests of the page. */
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { setupWorker } from 'msw/browser'
import { contextOf } from '../../engine/emulator/emulator.ts'
import { createEmulator, loadWorldOf } from '../../service/create-emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { type EmulatorOptions, emulatorOptions } from '../../engine/emulator/options.ts'
import { responderFor } from '../../engine/emulator/handlers.ts'
import { createRequestHandler, type RequestResponder } from '../../engine/emulator/msw-handler.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { serveWithRefusals } from './printed-refusals.ts'
import { startServiceWorker } from './service-worker.ts'
import { type OptionsOf, readOptionsWith } from '../../engine/errors/options.ts'
import { pageDefaults, pageOptions, withUnhandledPolicy } from './unhandled-policy.ts'

/** Options of an emulator in a page. Default of `clock`: `system`. */
export interface WorkerOptions extends EmulatorOptions, OptionsOf<typeof pageOptions> {}

/** A service worker that intercepts the requests of a page for an emulator. */
export interface EmulatorWorker {
  /**
   * Creates the emulator and starts to intercept requests to its `baseUrl`. Loads the data of the default world
   * first. A second call returns the same emulator.
   *
   * @throws EmulatorError for an invalid option, and outside of a page
   */
  start(): Promise<WorkerEmulator>
}

/** An emulator that intercepts the requests of a page. */
export interface WorkerEmulator extends Emulator {
  /** Stops to intercept requests, and closes the emulator. */
  stop(): Promise<void>
}

const action = 'set up the worker'

/**
 * Sets up an emulator in a page, for development and demos without a server. By default its clock runs
 * in real time.
 *
 * @throws EmulatorError for an invalid option
 * @example
 * const emulator = await setupEmulatorWorker({ world: 'small-school' }).start()
 * await fetch(`${emulator.baseUrl}/courses`, { headers: emulator.headers })
 */
export function setupEmulatorWorker(options: WorkerOptions = {}): EmulatorWorker {
  assertArgumentCount('setupEmulatorWorker', 1, arguments)
  const { values, rest } = readOptionsWith(pageOptions, emulatorOptions, options, {
    action,
    kind: 'option',
  })
  const { workerUrl = '/mockServiceWorker.js', onUnhandledRequest: strategy } = values
  let started: Promise<WorkerEmulator> | undefined

  async function start(): Promise<WorkerEmulator> {
    await loadWorldOf(rest)
    const emulator = createEmulator({ clock: 'system', ...rest })
    const responder = responderFor(emulator.baseUrl, serveWithRefusals(emulator))
    const policy = { emulators: () => [emulator], strategyOf: () => undefined }
    const worker = createWorker(
      strategy ? responder : withUnhandledPolicy(responder, { ...policy, defaults: pageDefaults }),
    )
    await startServiceWorker(worker, workerUrl, strategy ?? 'bypass')
    contextOf(emulator).clock.start()
    async function stop(): Promise<void> {
      if (!started) return
      started = undefined
      await worker.stop()
      emulator.close()
    }
    return Object.defineProperty(emulator as WorkerEmulator, 'stop', { value: stop })
  }
  return { start: () => (started ??= start()) }
}

function createWorker(responder: RequestResponder): ReturnType<typeof setupWorker> {
  try {
    return setupWorker(createRequestHandler(responder))
  } catch (cause) {
    throw new EmulatorError('not_a_page', {
      action,
      reason: 'a service worker needs a page',
      advice: 'In Node, use `setupEmulator` of course-admin-emulator/node.',
      cause,
    })
  }
}
