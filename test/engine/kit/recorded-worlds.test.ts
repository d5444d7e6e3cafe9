/**
 * The rows of small worlds and of `given` have a recorded digest, so that a change of a generator is seen in review.
 * `-u` records a wanted change.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createEmulator, type Emulator, type EmulatorOptions } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

const { catalog } = contextOf(createEmulator({ world: 'empty' }))
const tables = [...catalog.resources.keys()].toSorted()

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)

/** A line for each table: the number of its rows, and their digest. */
function digest(emulator: Emulator): string {
  const { store } = contextOf(emulator)
  const lines = tables.map((table) => {
    const rows = [...store.scan(table)]
    return `${table} ${rows.length} ${digestOf(rows)}`
  })
  return `${lines.join('\n')}\n`
}

const few = Object.fromEntries(
  tables.filter((table) => catalog.resources.get(table)?.recipe).map((table) => [table, 4]),
)

/** Emulators share a world of the same options. This text makes each world a new one, and changes no row. */
const about = randomUUID()

const worlds: Readonly<Record<string, EmulatorOptions>> = {
  small: { seed: 3, world: { name: 'small', about, size: 'small' } },
  'of every resource': { seed: 4, world: { name: 'few', about, size: 'none', amounts: few } },
  'in two languages': {
    seed: 5,
    locale: 'nl',
    start: '2028-02-29T22:30:00.000Z',
    world: { name: 'other', about, size: 'small', locale: 'en', amounts: { users: 25 } },
  },
  'in blocks': { seed: 6, world: { name: 'blocks', about, size: 'small', blocks: 3 } },
  'at a scale': { seed: 7, scale: 3, world: { name: 'scaled', about, size: 'small' } },
}

test.each(Object.entries(worlds))('a world %s', async (name, options) => {
  await expect(digest(createEmulator(options))).toMatchFileSnapshot(
    `recorded/world ${name}.txt`.replaceAll(' ', '-'),
  )
})

test('a record of each resource, given once and several times', async () => {
  const lines = tables.map((table) => {
    const world = { name: 'none', about, size: 'none' } as const
    const emulator = createEmulator({ world, seed: 8 })
    try {
      emulator.given(table as 'users')
      emulator.given(table as 'users', 3)
    } catch (error) {
      return `${table}: ${(error as Error).message}`
    }
    return `${table} ${digestOf(digest(emulator))}`
  })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/given-records.txt')
})
