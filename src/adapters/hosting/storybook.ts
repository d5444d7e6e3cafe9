/** Gives each story an emulator of its own, chosen by its parameters, on one service worker. */
import { setupWorker } from 'msw/browser'
import { createEmulator, contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import type { OutageOptions } from '../../emulator/methods/faults.ts'
import type { EmulatorOptions } from '../../emulator/options.ts'
import type { FaultRule } from '../../faults/fault-rule.ts'
import type { ScopeName } from '../../generated/rows.ts'
import { createHandlers } from '../../emulator/handlers.ts'
import { startServiceWorker } from '../network/service-worker.ts'
import { createInstanceRouter } from './instance-router.ts'

/** What a story says under `parameters.emulator`. */
export interface EmulatorParameters extends Omit<EmulatorOptions, 'instanceKey' | 'baseUrl'> {
  /** What goes wrong in the story. Default: nothing. */
  readonly faults?: readonly FaultRule[]
  /** An outage during the story. Default: none. */
  readonly outage?: OutageOptions
  /** The scopes of the story's token. Default: every scope. */
  readonly scopes?: readonly ScopeName[]
  /** Adds what the story needs: records, acts, time that passes. */
  prepare?(emulator: Emulator): unknown
}

/** What the story finds under `loaded`. */
export interface LoadedEmulator {
  /** The emulator of the story. */
  readonly emulator: Emulator
  /** A token with the scopes of the story. */
  readonly token: string
  /** Headers that carry the token; by it the story's calls find their emulator. */
  readonly headers: { readonly authorization: string }
}

/** How the loader finds its service worker. */
export interface LoaderOptions {
  /** Where the worker's script is served. Default: `./mockServiceWorker.js`. */
  readonly workerUrl?: string
}

/** As much as is used of what Storybook hands to a loader. */
interface StoryContext {
  readonly id: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/**
 * A loader for `.storybook/preview`. Many stories on one page each see their own world, as long as
 * they call with the token that they were given.
 *
 * @example
 * export default { loaders: [emulatorLoader()] }
 *
 * export const Empty = {
 *   parameters: { emulator: { world: 'empty' } },
 *   render: (_: object, { loaded }: { loaded: LoadedEmulator }) =>
 *     courseList(loaded.emulator.baseUrl, loaded.headers),
 * }
 */
export function emulatorLoader({ workerUrl = './mockServiceWorker.js' }: LoaderOptions = {}) {
  const instances = createInstanceRouter()
  const emulatorByStory = new Map<string, Emulator>()
  let started: Promise<unknown> | undefined

  function start(): Promise<unknown> {
    return (started ??= startServiceWorker(
      setupWorker(...createHandlers(instances)),
      workerUrl,
      'bypass',
    ))
  }

  /** Replaces the world that the story had: it begins the same way whenever it is shown. */
  function replaceInstance(id: string, emulator: Emulator): void {
    const previous = emulatorByStory.get(id)
    if (previous) instances.remove(previous)
    previous?.close()
    emulatorByStory.set(id, emulator)
    instances.add(emulator)
  }

  return async ({ id, parameters }: StoryContext): Promise<LoadedEmulator> => {
    const {
      scopes,
      prepare,
      faults = [],
      outage,
      ...options
    } = (parameters['emulator'] ?? {}) as EmulatorParameters
    const emulator = createEmulator({ clock: 'system', ...options, instanceKey: id })
    await prepare?.(emulator)
    for (const rule of faults) emulator.fault(rule)
    if (outage) emulator.outage(outage)
    replaceInstance(id, emulator)
    await start()
    contextOf(emulator).clock.start()
    const token = scopes ? emulator.mintToken({ scopes }) : emulator.token
    return { emulator, token, headers: { authorization: `Bearer ${token}` } }
  }
}
