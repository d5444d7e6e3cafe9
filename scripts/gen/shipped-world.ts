/** Prints the default world as text. */
import { shipped } from '../../src/emulator/worlds/shipped-world.ts'
import { worlds } from '../../src/emulator/worlds/worlds.ts'
import { assemble, noHeritage } from '../../src/emulator/context.ts'
import { settingsFrom } from '../../src/emulator/options.ts'
import { makeWorld } from '../../src/emulator/worlds/seeded-world.ts'
import { writeWorld } from '../../src/emulator/worlds/shipped-world-format.ts'

export function printShipped(): string {
  const settings = settingsFrom({ seed: shipped.seed, start: shipped.start })
  const cells = makeWorld(worlds[shipped.world], settings)
  const { store } = assemble(settings, noHeritage(cells))
  return writeWorld(settings.catalog, (table) => store.walk(table))
}
