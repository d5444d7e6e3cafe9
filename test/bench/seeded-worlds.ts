/** What a world costs: made by recipes, read from shipped data, taken from the last emulator. */
import { shipped } from '../../src/emulator/worlds/shipped-world.ts'
import { oneRequest } from './baseline.ts'
import { intercepted } from './network.ts'
import { calling, race, ratio } from './interleaved-runs.ts'
import { type Emulator, everyday } from './worlds.ts'

/** More worlds than the package keeps for the next emulator. */
const worldsKeptMax = 8

export async function seedingRows(): Promise<Record<string, number>> {
  const world = await race(
    {
      shipped: calling(1, () => wake(everyday({ seed: 1 })), forgetWorlds),
      made: calling(1, () => wake(everyday({ seed: 2 })), forgetWorlds),
    },
    { rounds: 12, warmups: 3, turns: 1 },
  )
  const request = await oneRequest(everyday())
  const next = await intercepted(() =>
    race({ request, fresh: calling(20, () => everyday()) }, { rounds: 30, warmups: 30 }),
  )
  return {
    'training-company, shipped vs made': ratio(world.shipped, world.made),
    'fresh emulator of a known world vs one request': ratio(next.fresh, next.request),
  }
}

const tables = shipped
  .text()
  .split('\n')
  .flatMap((line) => line.split('\t').slice(0, 1).filter(Boolean))

/** Looks into every table, since one that is shipped as data sleeps until then. */
function wake(emulator: Emulator): void {
  for (const table of tables) emulator.row(table as 'users', 1)
}

/** Makes so many other worlds that none of the measured ones is kept. */
function forgetWorlds(): void {
  for (let seed = 1; seed <= worldsKeptMax; seed += 1) everyday({ world: 'empty', seed })
}
