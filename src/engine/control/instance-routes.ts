/** Control-plane routes for instances: several emulators at one address, each with its key. */
import { contextOf, createEmulatorOf } from '../emulator/emulator.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import { otherPlaceOf } from '../emulator/option-errors.ts'
import { defined } from '../errors/defined.ts'
import { EmulatorError, unknownNameError } from '../errors/errors.ts'
import { instanceKeyOf } from '../emulator/instance-key.ts'
import { worldFrom } from '../emulator/worlds/world-option.ts'
import { instanceOptions } from './instance-options.ts'
import { readBody, type ControlRoutes } from './route.ts'

/** The emulators at one address. */
interface InstanceRegistry {
  /** The instance for requests without an instance key. */
  readonly primary: Emulator
  list(): readonly Emulator[]
  add(emulator: Emulator): void
  /** Closes an instance; false for an unknown key. */
  remove(key: string): boolean
}

export function instanceRoutes(registry: InstanceRegistry): ControlRoutes {
  const { primary, list, add, remove } = registry
  let instanceCount = 0
  return {
    /** Lists the instances. */
    'GET instances': () => list().map(describeInstance),
    /**
     * Adds an instance.
     *
     * @body {"key":"worker-1","world":"empty"}
     */
    'POST instances'({ body }) {
      instanceCount += 1
      const { key = `instance-${instanceCount}`, ...rest } = readBody(instanceOptions, body, {
        misplaced: (name) => noOptionOf(name) ?? otherPlaceOf(name),
      })
      const { baseUrl } = primary
      const { settings } = contextOf(primary)
      const { token, deliverTo } = settings
      const emulator = createEmulatorOf(settings, {
        ...defined(rest),
        instanceKey: key,
        baseUrl,
        token,
        deliverTo: [...deliverTo],
      })
      return closeOnError(emulator, () => {
        // Note: an invalid option may throw here, before the instance is added.
        const description = describeInstance(emulator)
        add(emulator)
        return { ...description, world: worldFrom(rest.world, settings).name }
      })
    },
    /** Closes an instance. */
    'DELETE instances/:id'({ id: key }) {
      const emulator = list().find((each) => instanceKeyOf(each) === key)
      if (!emulator || !remove(key))
        throw unknownNameError('instance', key, list().map(instanceKeyOf), 'close an instance')
      const { internalErrors } = contextOf(emulator).settings
      return {
        internalErrors: internalErrors.map(({ call, error }) => ({ call, error: String(error) })),
      }
    },
  }
}

/** What to do instead of options that an instance does not have. */
function noOptionOf(name: string): ReturnType<typeof otherPlaceOf> {
  const reason = `there is no option "${name}"`
  if (name === 'instance')
    return { reason, advice: 'A request creates an instance: name it with "key".' }
  if (name !== 'load') return undefined
  const advice =
    'Create the instance, and load the world into it: PUT world, or `restore` of `connectEmulator`.'
  return { reason, advice }
}

/** Uses a new emulator. Closes it after an error, because an open emulator sends webhooks. */
export function closeOnError<T>(emulator: Emulator, use: () => T): T {
  try {
    return use()
  } catch (error) {
    emulator.close()
    throw error
  }
}

export interface InstanceView {
  readonly key: string
  readonly baseUrl: string
  readonly token: string
  readonly now: string
}

const describeInstance = (emulator: Emulator): InstanceView => ({
  key: instanceKeyOf(emulator),
  baseUrl: emulator.baseUrl,
  token: emulator.token,
  now: emulator.now().toISOString(),
})

/** The error for an instance key that is already in use. */
export function instanceTaken(key: string): EmulatorError {
  return new EmulatorError('instance_taken', {
    action: `create the instance "${key}"`,
    reason: key === '' ? 'the key is empty' : 'another instance has this key',
    advice: 'Choose another key, or close the other instance first.',
  })
}
