/** Scaled worlds: the same seed gives the same rows, whichever row is read first and however it is read. */
import { randomUUID } from 'node:crypto'
import { createEmulator, type Emulator, type World, type WorldName } from 'course-admin-emulator'
import { constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { referenceTarget } from '../../../src/engine/define/references.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { isRepeated } from '../../../src/engine/kit/rows/repeated-rows.ts'
import type { Key } from '../../../src/engine/store/keys.ts'
import type { Row } from '../../../src/engine/store/table.ts'
import { worlds } from '../../../src/service/demo/worlds.ts'
import { shapeViolations } from '../../support/shape-violations.ts'
import { assertProperty } from '../../support/property-runs.ts'

const scale = 4
/** The world `small-school` with rows of its own: emulators share those of a world with the same description. */
const anew = () => ({ ...worlds['small-school'], amounts: { tasks: 8 }, about: randomUUID() })

const scaled = (seed = 7): Emulator => createEmulator({ world: anew(), seed, scale })

const { catalog } = contextOf(scaled())
const tables = [...catalog.resources.keys()]
const storeOf = (emulator: Emulator) => contextOf(emulator).store
const rowsOf = (emulator: Emulator, table: string): readonly Row[] => [
  ...storeOf(emulator).scan(table),
]
/** Loads a table: a write makes all its rows. */
const load = (emulator: Emulator, table: string): void => {
  const { store } = contextOf(emulator)
  store.transact(() => void store.nextId(table))
}

test('each repeated resource has the rows once for each block, and each setting exists once', () => {
  const seed = 1
  const single = createEmulator({ world: anew(), seed })
  const several = scaled(seed)
  for (const table of tables) {
    const factor = isRepeated(catalog, table) ? scale : 1
    expect(rowsOf(several, table), `${table}`).toHaveLength(rowsOf(single, table).length * factor)
  }
})

test('each block has the values of the world at scale 1, apart from ids, times, names and numbers', () => {
  const single = createEmulator({ world: 'training-company' })
  const several = createEmulator({ world: 'training-company', scale })
  for (const table of tables) {
    const { repeated, numbered } = catalog.resources.get(table)?.recipe ?? {}
    const kept = catalog
      .columns(table)
      .filter(({ name, spec }) => {
        const isReference = spec.target ?? spec.polymorphicTarget ?? spec.items?.spec.target
        const isOwn = !isReference && spec.format !== 'timestamp'
        return (
          isOwn && !['id', 'position'].includes(name) && !(name in { ...repeated, ...numbered })
        )
      })
      .map(({ name }) => name)
    const valuesOf = (row: Row): string => JSON.stringify(kept.map((name) => row[name]))
    const copies = isRepeated(catalog, table) ? scale : 1
    const expected = rowsOf(single, table).flatMap((row) => Array(copies).fill(valuesOf(row)))
    expect([table, ...rowsOf(several, table).map(valuesOf).sort()]).toEqual([
      table,
      ...expected.sort(),
    ])
  }
})

test('the order of reads changes no row', () => {
  assertProperty(
    property(integer({ min: 1, max: 1_000 }), constantFrom(...tables), (seed, first) => {
      const [one, other] = [scaled(seed), createEmulator({ world: anew(), seed, scale })]
      load(other, first)
      for (const table of [...tables].reverse()) {
        expect(rowsOf(other, table), `${table}`).toEqual(rowsOf(one, table))
      }
    }),
    { numRuns: 8 },
  )
})

describe.each(tables.filter((table) => isRepeated(catalog, table)))('%s', (table) => {
  test('are equal by id, forwards, backwards and after a write', () => {
    const emulator = scaled()
    const store = storeOf(emulator)
    const rows = rowsOf(emulator, table)
    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => Number(a) - Number(b)))
    expect(store.size(table)).toBe(rows.length)
    expect(rows.map(({ id }) => store.get(table, id))).toEqual(rows)
    expect([...store.scan(table, { reverse: true })]).toEqual(rows.toReversed())
    for (const { id } of rows.slice(-9)) expect(store.get(table, id)).toBe(store.get(table, id))
    for (const skip of rows.keys()) {
      expect([...store.scan(table, { skip })]).toEqual(rows.slice(skip))
      const backwards = [...store.scan(table, { skip, reverse: true })]
      expect(backwards).toEqual(rows.toReversed().slice(skip))
    }
    for (const [i, { id }] of rows.entries()) {
      expect([...store.scan(table, { from: [id] })]).toEqual(rows.slice(i + 1))
      expect([...store.scan(table, { from: [id], reverse: true })]).toEqual(
        rows.slice(0, i).toReversed(),
      )
    }
    for (const id of [-1, 0, 0.5, 1e9, 'x']) expect(store.get(table, id)).toBeUndefined()
    load(emulator, table)
    expect(rowsOf(emulator, table)).toEqual(rows)
  })

  test('are found by every index as after a write', () => {
    const [read, written] = [scaled(1), createEmulator({ world: anew(), seed: 1, scale })]
    load(written, table)
    for (const { name, keys } of catalog.schema.tables.get(table)?.indexes ?? []) {
      const found = [...rowsOf(read, table).flatMap((row) => [...keys(row)]), [0], [999_999], ['x']]
      for (const prefix of found as Key[]) {
        for (const reverse of [false, true]) {
          const options = { index: name, prefix, reverse }
          expect([...storeOf(read).scan(table, options)], `${name} ${prefix}`).toEqual([
            ...storeOf(written).scan(table, options),
          ])
        }
      }
      expect(storeOf(read).firstKey(table, name)).toEqual(storeOf(written).firstKey(table, name))
    }
  })

  test('are counted and found by their values as in a list of all rows', () => {
    const emulator = scaled()
    const rows = rowsOf(emulator, table)
    const names = catalog.columns(table).map(({ name }) => name)
    const indexes = catalog.schema.tables.get(table)?.indexes.map((index) => index.name) ?? []
    const pairs = names.flatMap((name) => [
      [name, name] as const,
      ...indexes.filter((index) => names.includes(index)).map((index) => [index, name] as const),
    ])
    for (const row of rows.slice(-1)) {
      for (const [index, name] of pairs) {
        const values = { [index]: row[index], [name]: row[name] }
        const expected = rows.filter((e) => e[name] === row[name] && e[index] === row[index])
        const [count, found] = contextOf(emulator).model.read((tx) => [
          tx.count(table, values),
          tx.where(table, values),
        ])
        expect(found, `${index}, ${name}`).toEqual(expected)
        expect(count, `${index}, ${name}`).toBe(expected.length)
      }
    }
  })

  test('refer to rows that exist, have unique values and match their schema', () => {
    const emulator = scaled()
    const store = storeOf(emulator)
    const rows = rowsOf(emulator, table)
    for (const { name, spec } of catalog.columns(table)) {
      for (const row of rows) {
        const target = referenceTarget(spec, row) ?? spec.items?.spec.target
        if (target === undefined || row[name] === null) continue
        for (const id of [row[name]].flat())
          expect(store.get(target, id as number), `${name} ${String(id)}`).toBeDefined()
      }
      if (!spec.unique) continue
      const values = rows.map((row) => row[name]).filter((value) => value !== null)
      expect(new Set(values).size, `${name}`).toBe(values.length)
    }
    const shape = catalog.resources.get(table)?.shape ?? {}
    const records = emulator.rows(table as 'users')
    expect(records.flatMap((record) => shapeViolations(shape, record))).toEqual([])
  })
})

test('users of two blocks have other names, and most have other times', () => {
  const users = createEmulator({ scale: 20 }).rows('users')
  const names = users.map(({ first_name, last_name }) => `${first_name} ${last_name}`)
  expect(users).toHaveLength(6_000)
  expect(new Set(names).size).toBeGreaterThan(0.85 * users.length)
  expect(new Set(users.map(({ created_at }) => created_at)).size).toBeGreaterThan(
    0.8 * users.length,
  )
})

test('the large university has its 100,000 users and 300,000 enrollments, and answers', async () => {
  const emulator = createEmulator({ world: 'large-university' })
  expect(storeOf(emulator).size('users')).toBe(100_000)
  expect(storeOf(emulator).size('enrollments')).toBe(300_000)
  const { headers } = emulator
  const response = await emulator.fetch('/enrollments?student_id=99999&per_page=100', { headers })
  const found = (await response.json()) as { student_id: number }[]
  expect(found.length).toBeGreaterThan(0)
  expect(found.every(({ student_id }) => student_id === 99_999)).toBe(true)
})

test('a write to a scaled world changes one emulator, and a restore takes it back', () => {
  const emulator = scaled()
  const before = rowsOf(emulator, 'users')
  const snapshot = emulator.snapshot()
  const fork = emulator.fork()
  const user = emulator.given('users', { email: 'new@example.test' })
  expect(user.id).toBe(before.length + 1)
  expect(rowsOf(fork, 'users')).toEqual(before)
  emulator.restore(snapshot)
  expect(rowsOf(emulator, 'users')).toEqual(before)
})

test('the courses of every block begin on their day', async () => {
  const emulator = scaled()
  const planned = emulator.rows('planned_courses', { status: 'planned' })
  expect(planned.length).toBeGreaterThanOrEqual(scale)
  await emulator.advance('400d')
  for (const { id } of planned)
    expect(emulator.row('planned_courses', id)?.status).not.toBe('planned')
})

/** The largest scale that the error of a world names; 0 if it names none. */
function largestScaleIn(create: () => unknown): number {
  let message = ''
  try {
    create()
  } catch (error) {
    message = (error as Error).message
  }
  return Number(/The largest scale of this world is (\d+)\.$/.exec(message)?.[1] ?? 0)
}

describe('a world that cannot be made is refused before a row is made', () => {
  const world = (amounts: Record<string, number>, blocks = 1) =>
    ({ name: 'odd', about: 'Odd.', size: 'none', amounts, blocks }) as const
  /** More resources than may have the maximum of records of one. */
  const manyTables = (amount: number) => ({
    ...Object.fromEntries(
      'users enrollments orders leads accounts affiliations comments credits grades tasks invoices'
        .split(' ')
        .map((table) => [table, amount]),
    ),
    categories: 1,
    courses: 1,
    planned_courses: 1,
  })

  test.each([
    [{ scale: 0 }, 'scale'],
    [{ scale: 1.5 }, 'scale'],
    [{ world: 'empty', scale: 3 } as const, 'it has no records to repeat. Leave out the scale, or'],
    [{ scale: '4' as unknown as number }, 'scale'],
    [{ scale: 5_000 }, 'the limit is 1000000 of a resource'],
    [{ world: 'large-university', scale: 4 } as const, 'the limit is 1000000 of a resource'],
    [{ world: world({ users: 20 }, 0) }, 'blocks'],
    [
      {
        world: world(manyTables(1_000_000)),
      },
      'the limit is 10000000',
    ],
    [
      { world: world({ users: 2, courses: 1, planned_courses: 1, enrollments: 3 }) },
      'fewer than 3 enrollments',
    ],
  ])('%j', (options, reason) => {
    expect(() => createEmulator(options)).toThrow(reason)
  })

  test.each<[WorldName | World, number]>([
    ['training-company', 100_000],
    ['large-university', 4],
    [world(manyTables(10)), 100_000],
  ])('%j: the error names the largest scale', (given, tooLarge) => {
    const create = (scale: number) => () => createEmulator({ world: given, scale })
    const largest = largestScaleIn(create(tooLarge))
    expect(largest).toBeGreaterThan(1)
    expect(create(largest)()).toBeDefined()
    expect(largestScaleIn(create(largest + 1))).toBe(largest)
  })
})

describe('a world with `amounts` without the records that they require is refused', () => {
  const create = (amounts: Record<string, number>) =>
    createEmulator({ world: { name: 'odd', about: '', size: 'none', amounts } })

  test.each([
    [{ users: 9, courses: 5 }, 'it has 0 of 5 courses, which need records of categories.'],
    [{ meetings: 2 }, 'Give amounts for planned_courses.'],
    [{ users: 5, certificates: 4 }, 'Give amounts for '],
    [{ orders: 4 }, 'Give amounts for planned_courses or program_editions and accounts.'],
  ])('%j', (amounts, reason) => {
    expect(() => create(amounts)).toThrow(reason)
  })

  test('whose reference is to one of several resources names each of them', () => {
    expect(() => create({ grades: 4 })).toThrow(
      'it has 0 of 4 grades, which need records of enrollments or program_enrollments.',
    )
  })

  test('and is made if the world has an amount of the records that they require', () => {
    const amounts = { programs: 0, program_elements: 5 }
    const { rows } = createEmulator({ world: { name: 'odd', about: '', size: 'small', amounts } })
    expect([rows('program_editions'), rows('program_elements')]).toEqual([[], []])
  })

  test('and is made with the records that they require', () => {
    const { rows } = create({ users: 9, categories: 1, courses: 5 })
    expect(rows('courses')).toHaveLength(5)
  })
})
