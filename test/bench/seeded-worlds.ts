/** What a world costs: made by recipes, read from shipped data, taken from the last emulator. */
import { shippedWorldFile } from '../../src/emulator/worlds/shipped-world.ts'
import { oneRequest } from './baseline.ts'
import { withInterception } from './network.ts'
import { timedCalls, timeInterleaved, costRatio } from './interleaved-runs.ts'
import { type Emulator, defaultEmulator } from './worlds.ts'

/** More worlds than the package keeps for the next emulator. */
const worldsKeptMax = 8

export async function seedingRows(): Promise<Record<string, number>> {
  const world = await timeInterleaved(
    {
      shipped: timedCalls(1, () => loadTable(defaultEmulator({ seed: 1 })), evictWorldCache),
      made: timedCalls(1, () => loadTable(defaultEmulator({ seed: 2 })), evictWorldCache),
    },
    { rounds: 12, warmups: 3, slices: 1 },
  )
  const request = await oneRequest(defaultEmulator())
  const next = await withInterception(() =>
    timeInterleaved(
      { request, fresh: timedCalls(20, () => defaultEmulator()) },
      { rounds: 30, warmups: 30 },
    ),
  )
  return {
    'training-company, shipped vs made': costRatio(world.shipped, world.made),
    'fresh emulator of a known world vs one request': costRatio(next.fresh, next.request),
  }
}

const tables = shippedWorldFile
  .text()
  .split('\n')
  .flatMap((line) => line.split('\t').slice(0, 1).filter(Boolean))

/** Looks into every table, since one that is shipped as data sleeps until then. */
function loadTable(emulator: Emulator): void {
  for (const table of tables) emulator.row(table as 'users', 1)
}

/** Makes so many other worlds that none of the measured ones is kept. */
function evictWorldCache(): void {
  for (let seed = 1; seed <= worldsKeptMax; seed += 1) defaultEmulator({ world: 'empty', seed })
}
