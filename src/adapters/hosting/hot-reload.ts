/** Makes the emulator that follows another when its world is written anew: time and tokens go on. */
import { createEmulator, contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import type { EmulatorOptions } from '../../emulator/options.ts'

/** What a file says that describes demo data. */
export interface DemoWorld extends Pick<EmulatorOptions, 'world' | 'seed' | 'flags'> {
  /** Adds what the demo needs, by `emulator.given`. */
  prepare?(emulator: Emulator): unknown
}

/** The emulator of a world, at the moment that the one before it had come to. */
export async function reloadEmulator(
  previous: Emulator | undefined,
  options: EmulatorOptions,
  { prepare, ...world }: DemoWorld,
): Promise<Emulator> {
  const emulator = createEmulator({ ...options, ...world })
  await prepare?.(emulator)
  if (!previous) return emulator
  copyTokens(previous, emulator)
  if (previous.now() > emulator.now()) await emulator.advanceTo(previous.now())
  previous.close()
  return emulator
}

/** Tokens that were minted stay valid, as far as their owners are still there. */
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
