/** Prints the rows of the default world as text. */
import { shippedWorldFile } from '../../src/emulator/worlds/shipped-world.ts'
import { worlds } from '../../src/emulator/worlds/worlds.ts'
import { createContext } from '../../src/emulator/context-builder.ts'
import { createInitialState } from '../../src/emulator/initial-state.ts'
import { settingsFrom } from '../../src/emulator/options.ts'
import { generateWorld } from '../../src/emulator/worlds/seeded-world.ts'
import { serializeShippedWorld } from '../../src/emulator/worlds/shipped-world-format.ts'

export function printShippedWorld(): string {
  const settings = settingsFrom({ seed: shippedWorldFile.seed, start: shippedWorldFile.start })
  const cells = generateWorld(worlds[shippedWorldFile.world], settings)
  const { store } = createContext(settings, createInitialState(cells))
  return serializeShippedWorld(settings.catalog, (table) => store.scan(table))
}
