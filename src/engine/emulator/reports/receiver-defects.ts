/** Mistakes in the code of receivers: they fail a test, and are no answers. */
import { isRefusedDelivery } from '../../deliver/verify.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { isObject } from '../../errors/argument-checks.ts'
import type { EmulatorContext } from '../context.ts'

/** Throws the first failed assertion or defect of a receiver, so that it fails the test. */
export function failOnReceiverDefects(errors: EmulatorContext['receiverErrors']): void {
  for (const { error } of errors) if (isDefect(error)) throw error
}

/**
 * Whether an error shows a mistake in the code. `fetch` throws a TypeError too: when no response arrives. `verify` refuses
 * deliveries, and other methods of the emulator refuse wrong arguments.
 */
export function isDefect(error: unknown): boolean {
  const { name, message = '', cause } = (error ?? {}) as Partial<Error>
  // Note: the errors of Jest have no name of their own.
  if (isObject(error) && 'matcherResult' in error) return true
  if (name === 'AssertionError' || name === 'ReferenceError') return true
  if (error instanceof EmulatorError) return !isRefusedDelivery(error) && error.code !== 'closed'
  return name === 'TypeError' && cause === undefined && !noResponse.test(message)
}

/** The messages of `fetch` of several libraries when no response arrives. */
const noResponse = /fetch|network|load failed/i
