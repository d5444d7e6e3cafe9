/** The option `test`: the name of the test that uses an emulator. */
import { quoteValue } from '../errors/argument-checks.ts'
import { EmulatorError } from '../errors/errors.ts'
import { createAction } from './option-errors.ts'

/** The name of a test, or a function that returns the name of the running test, or undefined. */
export type TestName = string | (() => string | undefined)

/** @throws EmulatorError for a value of another type */
export function testNameFrom(
  test: TestName | undefined,
  action = createAction,
): () => string | undefined {
  if (typeof test === 'function') return test
  if (test === undefined || typeof test === 'string') return () => test
  throw new EmulatorError('bad_option', {
    action,
    reason: `"test" is ${quoteValue(test)}`,
    advice: 'Give the name of a test, or a function.',
  })
}
