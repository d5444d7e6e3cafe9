/** The cost of worlds of any size: until the first answer, until every row was read, and in memory. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { oneRequest } from './baseline.ts'
import { plainUsers, timeMs } from './bulk-rows.ts'
import { costRatio, timedCalls, timeInterleaved } from './interleaved-runs.ts'
import { withInterception } from './network.ts'
import { tables } from './seeded-worlds.ts'
import { defaultEmulator, type Emulator } from './worlds.ts'

export async function largeWorldRows(): Promise<Record<string, number>> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  plainUsers(2_000)
  const plainMs = timeMs(() => plainUsers(100_000))
  const before = memoryBytes(collect)
  const begin = performance.now()
  const emulator = defaultEmulator({ world: 'large-university', seed: 3 })
  await readPage(emulator, '/users')
  const answeredMs = performance.now() - begin
  await walkUsers(emulator)
  const walked = memoryBytes(collect)
  // Note: the load of the machine changes during the walk, so the yardstick is measured again.
  const readRatio = timeMs(() => readTables(emulator)) / timeMs(() => plainUsers(100_000))
  collect()
  const empty = memoryBytes(collect)
  const parsed = JSON.parse(JSON.stringify(emulator.rows('users'))) as unknown[]
  const json = memoryBytes(collect) - empty
  if (parsed.length !== 100_000) throw new Error('the world has not 100,000 users')
  return {
    'large-university to the first answer vs 100,000 plain objects': answeredMs / plainMs,
    'large-university with every row read vs 100,000 plain objects':
      answeredMs / plainMs + readRatio,
    'memory after a walk over all users vs the users as parsed JSON': (walked - before) / json,
    ...(await movesBySize(emulator)),
    ...(await newSeedRow()),
  }
}

function memoryBytes(collect: () => void): number {
  for (let round = 0; round < 4; round += 1) collect()
  return process.memoryUsage().rss
}

async function readPage({ fetch, headers }: Emulator, path: string): Promise<unknown[]> {
  return (await fetch(path, { headers })).json() as Promise<unknown[]>
}

async function walkUsers(emulator: Emulator): Promise<void> {
  for (let page = 1; page <= 1_000; page += 1) {
    const users = await readPage(emulator, `/users?per_page=100&page=${page}`)
    if (users.length !== 100) throw new Error(`page ${page} has ${users.length} users`)
  }
}

/** Reads every record of every table once. `rows` with a predicate makes a record of each row. */
function readTables(emulator: Emulator): void {
  let count = 0
  for (const table of tables) {
    emulator.rows(table as 'users', () => ((count += 1), false))
  }
  if (count < 700_000) throw new Error(`the world has ${count} rows`)
}

async function movesBySize(large: Emulator): Promise<Record<string, number>> {
  const small = defaultEmulator({ world: 'small-school' })
  const rows: Record<string, number> = {}
  const moments = { small: small.snapshot(), large: large.snapshot() }
  const moves = {
    fork: (emulator: Emulator) => emulator.fork(),
    snapshot: (emulator: Emulator) => emulator.snapshot(),
    restore: (emulator: Emulator) =>
      emulator.restore(emulator === small ? moments.small : moments.large),
  }
  for (const [name, move] of Object.entries(moves)) {
    const times = await timeInterleaved(
      { small: timedCalls(20, () => move(small)), large: timedCalls(20, () => move(large)) },
      { rounds: 20, warmups: 10 },
    )
    rows[`${name} of large-university vs small-school`] = costRatio(times.large, times.small)
  }
  return rows
}

async function newSeedRow(): Promise<Record<string, number>> {
  const request = await oneRequest(defaultEmulator())
  let seed = 50_000
  const times = await withInterception(() =>
    timeInterleaved(
      { request, made: timedCalls(1, () => defaultEmulator({ seed: (seed += 1) })) },
      { rounds: 8, warmups: 3, slices: 1 },
    ),
  )
  return { 'training-company with a new seed vs one request': costRatio(times.made, times.request) }
}
