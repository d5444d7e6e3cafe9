/** Finds the parts of what a test asks about, or says that it is no emulator. */
import { contextOf } from '../../emulator/emulator.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { EmulatorError } from '../../machine/errors.ts'

export function requireContext(emulator: Emulator): EmulatorContext {
  const context = (emulator as Emulator | undefined) && contextOf(emulator)
  if (context) return context
  throw new EmulatorError('not_an_emulator', {
    action: 'ask what happened',
    reason: 'what was given is no emulator of this process',
    advice: 'Give the `emulator` of the test, or one that `createEmulator` made.',
  })
}
