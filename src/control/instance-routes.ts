/** The control plane's routes for worlds: several emulators at one address, each by its key. */
import { createEmulator } from '../emulator/emulator.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import type { EmulatorOptions } from '../emulator/options.ts'
import { EmulatorError, unknownName } from '../machine/errors.ts'
import { worldKeyOf } from '../adapters/hosting/instance-router.ts'
import { type Body, insistOnKeys, type Routes } from './route.ts'

/** The emulators at one address. */
export interface Neighbours {
  /** The one that is meant when a call names none. */
  readonly first: Emulator
  all(): readonly Emulator[]
  enter(emulator: Emulator): void
  /** Closes a world; false when there is none of that key. */
  leave(key: string): boolean
}

const options = ['key', 'world', 'seed', 'clock', 'start', 'flags', 'readings'] as const

export function worldRoutes(neighbours: Neighbours): Routes {
  const { first, all, enter, leave } = neighbours
  let made = 0
  return {
    'GET worlds': () => all().map(describe),
    'POST worlds'(body) {
      made += 1
      const { key = `world-${made}`, ...rest } = optionsIn(body)
      const { baseUrl } = first
      const worldKey = key as string
      const emulator = createEmulator({ clock: 'virtual', ...rest, worldKey, baseUrl })
      // Note: what cannot be described is not entered either.
      const described = describe(emulator)
      enter(emulator)
      return described
    },
    'DELETE worlds/:id'(_, key) {
      if (!leave(key)) throw unknownName('world', key, all().map(worldKeyOf), 'close a world')
    },
  }
}

const describe = (emulator: Emulator) => ({
  key: worldKeyOf(emulator),
  baseUrl: emulator.baseUrl,
  token: emulator.token,
  now: emulator.now().toISOString(),
})

/** What was sent, as options: `createEmulator` says what is wrong with a value. */
function optionsIn(body: Body): EmulatorOptions & { key?: unknown } {
  return insistOnKeys(body, options) as EmulatorOptions
}

/** Two worlds with one key would be one. */
export function taken(key: string): EmulatorError {
  return new EmulatorError('world_taken', {
    could: `make the world "${key}"`,
    because: key === '' ? 'nobody could name it' : 'there is one of that key',
    advice: 'Name another key, or close that world first.',
  })
}
