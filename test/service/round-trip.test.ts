/** The law "round trip": a record that is read and sent back unchanged stays the same. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import type { AnyRow } from '../../src/engine/define/tx.ts'
import { resources } from '../../src/service/resources/resource-list.ts'
import { send } from '../support/api-client.ts'
import {
  allRows,
  findList,
  findShow,
  readListed,
  readListedAt,
  rowsAt,
  samplePositions,
  sendBack,
  sizeOf,
  updates,
} from '../support/round-trip.ts'

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

/**
 * The number of rows of each table of the shipped large world, from all of its parts. `ROUND_TRIP_ROWS=all` sends
 * back all of them, in about an hour on a busy machine.
 */
const rowsMax = Number((process.env['ROUND_TRIP_ROWS'] ?? '20').replace('all', 'Infinity'))
/** The rows of a test, so that the answers of all tests are not kept at the same time. */
const rowsOfTest = 5_000

describe('in the shipped large-university', () => {
  const emulator = createEmulator({ world: 'large-university', rateLimit })
  const parts = updates.flatMap((update) => {
    const positions = samplePositions(sizeOf(emulator, update.resource.name), rowsMax)
    return Array.from({ length: Math.ceil(positions.length / rowsOfTest) }, (_, part) => {
      const range = positions.slice(part * rowsOfTest, (part + 1) * rowsOfTest)
      return { id: update.id, count: range.length, part: part + 1, update, range }
    })
  })

  test.each(parts)(
    '$id changes nothing of $count records, part $part',
    { timeout: 600_000 },
    async ({ update, range }) => {
      const fork = emulator.fork()
      const listed = await readListedAt(fork, update, range)
      const rows = rowsAt(emulator, update.resource.name, range)
      const { sent, found } = await sendBack(fork, update, rows, listed, rowsMax === Infinity)
      expect(found).toEqual([])
      expect(sent).toBeGreaterThan(0)
    },
  )
})
