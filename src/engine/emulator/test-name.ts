/** The option `test`: the name of the test that uses an emulator. */
import type { ValueCheck } from '../errors/argument-checks.ts'

/** The name of a test, or a function that returns the name of the running test, or undefined. */
export type TestName = string | (() => string | undefined)

export const testNameCheck: ValueCheck = {
  isValid: (test) => typeof test === 'string' || typeof test === 'function',
  expected: 'the name of a test, or a function',
}

export const testNameFrom = (test: TestName | undefined): (() => string | undefined) =>
  typeof test === 'function' ? test : () => test
