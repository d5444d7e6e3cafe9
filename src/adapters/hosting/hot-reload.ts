/** Replaces an emulator when its world file changes. The new emulator keeps the time and the tokens. */
import { contextOf } from '../../engine/emulator/emulator.ts'
import { createEmulator } from '../../service/create-emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { forkPrepared, prepareEmulator } from '../../engine/emulator/worlds/prepared-emulator.ts'
import { type EmulatorOptions, emulatorOptions } from '../../engine/emulator/options.ts'
import { functionCheck } from '../../engine/errors/argument-checks.ts'
import { defined } from '../../engine/errors/defined.ts'
import {
  assertOptionNames,
  option,
  type OptionsOf,
  pickOptions,
} from '../../engine/errors/options.ts'

/** The options of the emulator that a file with demo data can set. */
const demoEmulatorOptions = pickOptions(emulatorOptions, 'world', 'seed', 'locale', 'flags')

/** The further members of the default export of such a file. */
const demoOptions = {
  /** Adds records for the demo, with `emulator.given`. `reset` restores the result. Default: none. */
  prepare: option<(emulator: Emulator) => unknown>(functionCheck),
}

/** The default export of a file with demo data. */
export interface DemoWorld
  extends Pick<EmulatorOptions, keyof typeof demoEmulatorOptions>, OptionsOf<typeof demoOptions> {}

/** @throws EmulatorError for a module without a default export, and for one that is not a `DemoWorld` */
export function demoWorldFrom(module: object, file: string): DemoWorld {
  const { default: world } = module as { readonly default?: unknown }
  assertOptionNames({ ...demoEmulatorOptions, ...demoOptions }, world, {
    action: `read the world in ${file}`,
    code: 'bad_world_file',
    subject: 'its default export is',
    example: "{ world: 'small-school', prepare }",
  })
  return world as DemoWorld
}

/** Creates the emulator of a world and advances it to the time of the previous emulator. */
export async function reloadEmulator(
  previous: Emulator | undefined,
  options: EmulatorOptions,
  { prepare, ...world }: DemoWorld,
): Promise<Emulator> {
  const created = createEmulator({ ...options, ...defined(world) })
  const emulator = prepare ? forkPrepared(await prepareEmulator(created, prepare)) : created
  if (!previous) return emulator
  copyTokens(previous, emulator)
  if (previous.now() > emulator.now()) await emulator.advance({ to: previous.now() })
  previous.close()
  return emulator
}

/** Copies the minted tokens whose owners exist in the new world. */
function copyTokens(previous: Emulator, emulator: Emulator): void {
  const { model, store } = contextOf(emulator)
  const known = new Set([...store.scan('api_keys')].map(({ token }) => token))
  model.runWithoutEvents((tx) => {
    for (const { id: _, ...key } of contextOf(previous).store.scan('api_keys')) {
      if (!known.has(key['token']) && tx.find('users', key['user_id'] as number)) {
        tx.insert('api_keys', key)
      }
    }
  })
}
