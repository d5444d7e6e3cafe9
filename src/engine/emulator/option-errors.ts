/** Errors of the options of an emulator. */
import { EmulatorError } from '../errors/errors.ts'

/** What fails when an option is invalid. */
export const createAction = 'create an emulator'

export const badOption = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_option', { action: createAction, reason, advice })
