/** The control plane's routes for instances: several emulators at one address, each with its key. */
import { createEmulator } from '../emulator/emulator.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import type { EmulatorOptions } from '../emulator/options.ts'
import { EmulatorError, unknownNameError } from '../machine/errors.ts'
import { instanceKeyOf } from '../emulator/instance-key.ts'
import { type ControlBody, parseBody, type ControlRoutes } from './route.ts'

/** The emulators at one address. */
export interface InstanceRegistry {
  /** The one that is meant when a call names none. */
  readonly primary: Emulator
  list(): readonly Emulator[]
  add(emulator: Emulator): void
  /** Closes an instance; false for an unknown key. */
  remove(key: string): boolean
}

const instanceOptionNames = [
  'key',
  'world',
  'seed',
  'clock',
  'start',
  'flags',
  'assumptions',
] as const

export function instanceRoutes(registry: InstanceRegistry): ControlRoutes {
  const { primary, list, add, remove } = registry
  let instanceCount = 0
  return {
    'GET instances': () => list().map(describeInstance),
    'POST instances'(body) {
      instanceCount += 1
      const { key = `instance-${instanceCount}`, ...rest } = optionsFrom(body)
      const { baseUrl } = primary
      const instanceKey = key as string
      const emulator = createEmulator({ clock: 'virtual', ...rest, instanceKey, baseUrl })
      // Note: what cannot be described is not entered either.
      const description = describeInstance(emulator)
      add(emulator)
      return description
    },
    'DELETE instances/:id'(_, key) {
      if (!remove(key))
        throw unknownNameError('instance', key, list().map(instanceKeyOf), 'close an instance')
    },
  }
}

const describeInstance = (emulator: Emulator) => ({
  key: instanceKeyOf(emulator),
  baseUrl: emulator.baseUrl,
  token: emulator.token,
  now: emulator.now().toISOString(),
})

/** What was sent, as options: `createEmulator` says what is wrong with a value. */
function optionsFrom(body: ControlBody): EmulatorOptions & { key?: unknown } {
  return parseBody(body, instanceOptionNames) as EmulatorOptions
}

/** Refuses a key that is in use. */
export function instanceTaken(key: string): EmulatorError {
  return new EmulatorError('instance_taken', {
    action: `create the instance "${key}"`,
    reason: key === '' ? 'nobody could name it' : 'there is one of that key',
    advice: 'Name another key, or close that instance first.',
  })
}
