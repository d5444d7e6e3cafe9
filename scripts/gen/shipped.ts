/** Prints the default world as text. */
import { shipped } from '../../fixtures/worlds/shipped.ts'
import { worlds } from '../../fixtures/worlds/worlds.ts'
import { assemble, noHeritage } from '../../src/emulator/assemble.ts'
import { settingsFrom } from '../../src/emulator/options.ts'
import { makeWorld } from '../../src/emulator/seeding.ts'
import { writeWorld } from '../../src/emulator/world-data.ts'

export function printShipped(): string {
  const settings = settingsFrom({ seed: shipped.seed, start: shipped.start })
  const cells = makeWorld(worlds[shipped.world], settings)
  const { store } = assemble(settings, noHeritage(cells))
  return writeWorld(settings.catalog, (table) => store.walk(table))
}
