/** The law "round trip": a record that is read and sent back unchanged stays the same. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import type { AnyRow } from '../src/define/tx.ts'
import { resources } from '../src/resources/resource-list.ts'
import { send } from './assumptions/probe.ts'
import {
  allRows,
  findList,
  findShow,
  readListed,
  readListedSample,
  sampleRows,
  sendBack,
  updates,
} from './support/round-trip.ts'

const rateLimit = { requestsPerWindowMax: Infinity }
/** 200 rows of each table of the large world, in five faculties. All its 720,000 rows take too long. */
const largeSample = {
  name: 'large-university',
  about: '200 rows of each table.',
  size: 'large',
  blocks: 5,
  amounts: Object.fromEntries(
    resources.flatMap(({ name, recipe }) =>
      recipe ? [[name, Math.min(recipe.rowCounts.large, 200)]] : [],
    ),
  ),
} as const
const worlds = ['empty', 'small-school', 'training-company', largeSample] as const

const withoutUpdate = (each: object): object =>
  Object.fromEntries(Object.entries(each).filter(([name]) => name !== 'updated_at'))

const rowsOf = (emulator: Emulator, table: string): ReadonlyMap<unknown, AnyRow> =>
  new Map([...allRows(emulator, table)].map((each) => [each.id, each]))

/** The rows of all tables that differ in more than the time of their update, with both versions. */
const changedRows = (emulator: Emulator, fork: Emulator): unknown[] =>
  resources.flatMap(({ name }) => {
    const [before, after] = [rowsOf(emulator, name), rowsOf(fork, name)]
    const ids = [...new Set([...before.keys(), ...after.keys()])]
    return ids.flatMap((id) => {
      const versions = [before.get(id), after.get(id)] as const
      if (versions[0] === versions[1]) return []
      const [old, current] = versions.map((each) => JSON.stringify(withoutUpdate(each ?? {})))
      return old === current ? [] : [[name, old, current]]
    })
  })

test('a changed value of a stored row is found', async () => {
  const emulator = createEmulator({ world: 'small-school' })
  const fork = emulator.fork()
  await send(fork, 'PUT', '/users/2', { first_name: 'Other' })
  expect(changedRows(emulator, fork)).toEqual([
    ['users', expect.any(String), expect.stringContaining('"first_name":"Other"')],
  ])
})

test('each update has an operation that reads its record', () => {
  const unread = updates.filter((update) => !findShow(update) && !findList(update))
  expect(unread.map(({ id }) => id)).toEqual([])
  expect(updates.length).toBeGreaterThan(25)
})

describe.each(
  worlds.map((world) => ({ name: typeof world === 'string' ? world : world.name, world })),
)('in $name', ({ world }) => {
  const emulator = createEmulator({ world, rateLimit })

  test.each(updates.map((update) => ({ id: update.id, update })))(
    '$id changes nothing of a record that was read',
    async ({ update }) => {
      const fork = emulator.fork()
      const listed = await readListed(fork, update)
      const rows = [...allRows(emulator, update.resource.name)]
      const { sent, found } = await sendBack(fork, update, rows, listed)
      expect(found).toEqual([])
      // Note: the world `empty` has rows of few tables.
      expect(sent > 0).toBe(rows.length > 0)
      expect(changedRows(emulator, fork)).toEqual([])
    },
  )
})

/** `ROUND_TRIP_ROWS=all` sends back every record of the large world, in about half an hour. */
const isWhole = process.env['ROUND_TRIP_ROWS'] === 'all'

describe('in the shipped large-university', () => {
  const emulator = createEmulator({ world: 'large-university', rateLimit })
  const timeout = isWhole ? 3_600_000 : 60_000

  test.each(updates.map((update) => ({ id: update.id, update })))(
    '$id changes nothing of a record that was read',
    { timeout },
    async ({ update }) => {
      const fork = emulator.fork()
      const table = update.resource.name
      const listed = await (isWhole ? readListed : readListedSample)(fork, update)
      const rows = (isWhole ? allRows : sampleRows)(emulator, table)
      const { sent, found } = await sendBack(fork, update, rows, listed, isWhole)
      if (isWhole) console.log(`${update.id}: ${sent} records`)
      expect(found).toEqual([])
      expect(sent).toBeGreaterThan(0)
    },
  )
})
