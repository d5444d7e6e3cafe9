/** Injects an exception into an emulator, for tests of the handling of defects. */
import type { Emulator } from 'course-admin-emulator'
import { contextOf } from '../../src/engine/emulator/emulator.ts'

/** The exception of the next transaction of the emulator. */
export const injectedError = (): TypeError => new TypeError('an injected defect')

/** Makes the next transaction of the emulator throw. */
export function injectInternalError(emulator: Emulator, error: unknown = injectedError()): void {
  const { model } = contextOf(emulator)
  const { run } = model
  model.run = () => {
    model.run = run
    throw error
  }
}
