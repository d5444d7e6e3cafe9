/** The option `prepare`: it runs once, and emulators continue from the state that it left. */
import { isPromise } from '../../errors/argument-checks.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { internalErrorFailure } from '../../serve/internal-error.ts'
import type { Emulator, ForkOptions } from '../emulator-api.ts'
import { forkEmulator } from '../emulator-instance.ts'
import { endReceivers } from '../methods/receivers.ts'
import { contextKey, type WithContext } from '../method-group.ts'

/** Prepares the data of an emulator: creates records, performs acts, advances the clock. */
type Prepare = (emulator: Emulator) => unknown

/** Runs `prepare` and returns an emulator whose initial state is the result. */
export function prepareNow(emulator: Emulator, prepare: Prepare): Emulator {
  let result: unknown
  try {
    result = prepare(emulator)
  } finally {
    emulator.close()
  }
  if (!isPromise(result)) return forkPrepared(withoutInternalErrors(emulator))
  void result.then(undefined, () => undefined)
  throw new EmulatorError('async_prepare', {
    action: 'prepare the emulator',
    reason: '`prepare` returned a promise, and this function does not wait',
    advice:
      'Use synchronous methods, or the `prepare` of `testWith`, `startServer` or a story, which waits.',
  })
}

/**
 * Waits for `prepare` and closes the emulator, so that only the forks run the due tasks. `forkPrepared` continues
 * from its state.
 */
export async function prepareEmulator(emulator: Emulator, prepare: Prepare): Promise<Emulator> {
  try {
    await prepare(emulator)
  } finally {
    emulator.close()
  }
  return withoutInternalErrors(emulator)
}

/** Forks a prepared emulator. The fork reports its own exceptions only. */
export const forkPrepared = (prepared: Emulator, options: ForkOptions = {}): Emulator =>
  forkEmulator((prepared as Emulator & WithContext)[contextKey], options, { internalErrors: [] })

/** Returns the emulator, whose receivers are not read any more. Throws if it has internal errors. */
function withoutInternalErrors(emulator: Emulator): Emulator {
  const context = (emulator as Emulator & WithContext)[contextKey]
  endReceivers(context)
  const { internalErrors } = context.settings
  if (internalErrors.length > 0) throw internalErrorFailure(internalErrors)
  return emulator
}
