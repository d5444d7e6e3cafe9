/** Checks the scenario, the integration and the options that a caller gives. */
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import {
  assertKnownKeys,
  assertOptionsObject,
  isObject,
  quoteValue,
} from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'

/** @throws EmulatorError if a value is not a scenario, or another one is not an integration */
export function assertRunArguments(scenario: unknown, connect: unknown, action: string): void {
  if (!isObject(scenario) || typeof scenario['script'] !== 'function') {
    throw new EmulatorError('bad_run', {
      action,
      reason: `${quoteValue(scenario)} is not a scenario`,
      advice: 'Use `scenario(name, script)`.',
    })
  }
  if (typeof connect !== 'function' && !isObject(connect)) {
    throw new EmulatorError('bad_run', {
      action,
      reason: `${quoteValue(connect)} is not an integration`,
      advice: 'Give an object with a `fetch` method, or a function that returns one.',
    })
  }
}

const runOptionNames = ['emulator', 'url', 'secret', 'events', 'onStep', 'drain']

/** @throws EmulatorError for an unknown option, or an emulator of another process */
export function assertRunOptions(options: unknown, action: string): void {
  assertOptionsObject(options, action, 'Give an object.', 'bad_run')
  assertKnownKeys(options, runOptionNames, action)
  const { emulator } = options as { emulator?: Emulator }
  if (emulator === undefined) return
  if (isObject(emulator) && contextOf(emulator)) return
  throw new EmulatorError('bad_run', {
    action,
    reason: '`emulator` is not an emulator of this process',
    advice: 'Give a result of `createEmulator`, or leave out `emulator`.',
  })
}
