/** Runs the `prepare` of tests once for each set of options, and forks the result for each test. */
import { createEmulator } from '../../service/create-emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { EmulatorOptions } from '../../engine/emulator/options.ts'
import { forkPrepared, prepareEmulator } from '../../engine/emulator/worlds/prepared-emulator.ts'
import { createPreparedStates } from './prepared-states.ts'

type Prepare = NonNullable<EmulatorOptions['prepare']>

const emulators = createPreparedStates<EmulatorOptions, Emulator>()

/** Creates the emulator of a test. `prepare` runs for the first test with these options only. */
export function createTestEmulator(
  { prepare, ...options }: EmulatorOptions,
  instanceKey: string,
  test: string,
): Emulator | Promise<Emulator> {
  if (prepare === undefined) return createEmulator({ instanceKey, test, ...options })
  return emulators(prepare, options, () => prepareFor(options, prepare)).then((prepared) =>
    forkPrepared(prepared, {
      instanceKey: options.instanceKey ?? instanceKey,
      test: options.test ?? test,
    }),
  )
}

const prepareFor = async (options: EmulatorOptions, prepare: Prepare): Promise<Emulator> =>
  prepareEmulator(createEmulator(options), prepare)
