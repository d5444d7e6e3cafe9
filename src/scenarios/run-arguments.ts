/** Checks the scenario and the integration that a caller gives. */
import { isObject, quoteValue } from '../machine/argument-checks.ts'
import { EmulatorError } from '../machine/errors.ts'

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
