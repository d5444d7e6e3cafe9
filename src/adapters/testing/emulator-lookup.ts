/** Finds the parts of what a test asks about, or says that it is no emulator. */
import { partsOf } from '../../emulator/emulator.ts'
import type { Assembly } from '../../emulator/context.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { EmulatorError } from '../../machine/errors.ts'

export function assemblyOf(emulator: Emulator): Assembly {
  const assembly = (emulator as Emulator | undefined) && partsOf(emulator)
  if (assembly) return assembly
  throw new EmulatorError('no_emulator', {
    could: 'ask what happened',
    because: 'what was given is no emulator of this process',
    advice: 'Give the `emulator` of the test, or one that `createEmulator` made.',
  })
}
