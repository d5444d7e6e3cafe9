/** Prints the rows of the default world as text. */
import { courseAdministration } from '../../src/service/course-administration.ts'
import { shippedWorldFile } from '../../src/service/demo/shipped-world.ts'
import { worlds } from '../../src/service/generated/worlds.ts'
import { createContext } from '../../src/engine/emulator/context-builder.ts'
import { createInitialState } from '../../src/engine/emulator/initial-state.ts'
import { settingsFrom } from '../../src/engine/emulator/options.ts'
import { generateWorld } from '../../src/engine/emulator/worlds/seeded-world.ts'
import { serializeShippedWorld } from '../../src/engine/emulator/worlds/shipped-world-format.ts'

export function printShippedWorld(): string {
  const settings = settingsFrom(
    { seed: shippedWorldFile.seed, start: shippedWorldFile.start },
    courseAdministration(),
  )
  const cells = generateWorld(worlds[shippedWorldFile.world], settings)
  const { store } = createContext(settings, createInitialState(cells))
  return serializeShippedWorld(settings.catalog, (table) => store.scan(table))
}
