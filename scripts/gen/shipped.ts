/** Prints the default world as data. */
import { settingsFrom, virtualStart } from '../../src/emulator/options.ts'
import { makeWorld } from '../../src/emulator/seeding.ts'
import { writeWorldData } from '../../src/emulator/world-data.ts'
import { assemble, noHeritage } from '../../src/emulator/assemble.ts'
import { worlds } from '../../fixtures/worlds/worlds.ts'

export function printShipped(): string {
  const settings = settingsFrom({ seed: 1 })
  const { store } = assemble(settings, noHeritage(makeWorld(worlds['training-company'], settings)))
  const data = writeWorldData(settings.catalog, (table) => store.walk(table))
  const lines = Object.entries(data).map(([table, text]) => `${table}: ${JSON.stringify(text)},`)
  return [
    "import type { WorldData } from '../../src/emulator/world-data.ts'",
    '',
    'const data: WorldData = {',
    ...lines,
    '}',
    '',
    `export const shipped = { world: 'training-company', seed: 1, start: '${virtualStart}', data } as const`,
  ].join('\n')
}
