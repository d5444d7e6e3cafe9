/**
 * The rows of a world depend on the seed and the number that they are generated with: more rows of one resource
 * change no others. Afterwards the ids follow the times of creation.
 */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { settingsFrom } from '../../src/engine/emulator/options.ts'
import { generateDraft } from '../../src/engine/emulator/worlds/seeded-world.ts'
import { courseAdministration } from '../../src/service/course-administration.ts'
import type { Row } from '../../src/engine/store/table.ts'
import { shapeViolations } from '../support/shape-violations.ts'
import { assertProperty } from '../support/property-runs.ts'

const seededWith = (seed: number, amounts: Record<string, number> = {}, about = ''): Emulator =>
  createEmulator({ seed, world: { name: 'a-school', about, size: 'small', amounts } })

/** The rows with the numbers that they are generated with, in place of ids. */
const draftWith = (seed: number, amounts: Record<string, number> = {}): Draft => {
  const world = { name: 'a-school', about: '', size: 'small', amounts } as const
  return generateDraft(world, settingsFrom({ seed }, courseAdministration()))
}

type Draft = Pick<ReturnType<typeof contextOf>, 'store'>

const { catalog } = contextOf(seededWith(1))
const tables = [...catalog.resources.keys()]
const draftRows = ({ store }: Draft, table: string): readonly Row[] => [...store.scan(table)]
const rowsOf = (emulator: Emulator, table: string): readonly Row[] =>
  draftRows(contextOf(emulator), table)

/** Tables that mention another table without a reference, in a text. */
const tellingOf: Readonly<Record<string, string>> = { webhook_notifications: 'users' }

/** The resources whose rows depend on rows of this resource, directly or indirectly. */
function dependentsOf(table: string, found = new Set<string>()): Set<string> {
  const next = [
    ...catalog.referencesTo(table).map((reference) => reference.table),
    ...(catalog.resources.get(table)?.companions ?? []).map((companion) => companion.table),
    ...tables.filter((name) =>
      catalog.resources.get(name)?.recipe?.generatedAfter?.includes(table),
    ),
    ...tables.filter((name) => tellingOf[name] === table),
  ]
  for (const each of next.filter((name) => !found.has(name))) {
    found.add(each)
    dependentsOf(each, found)
  }
  return found
}

const seeded = tables.filter(
  (table) => (catalog.resources.get(table)?.recipe?.rowCounts.small ?? 0) > 0,
)

test('five courses instead of three change no row that does not refer to courses', () => {
  const [few, many] = [draftWith(1), draftWith(1, { courses: 5 })]
  const changing = new Set(['courses', ...dependentsOf('courses')])
  for (const table of tables.filter((each) => !changing.has(each))) {
    expect(draftRows(many, table), `${table}`).toEqual(draftRows(few, table))
  }
  expect(draftRows(many, 'courses').slice(0, 3)).toEqual(draftRows(few, 'courses'))
  expect(draftRows(many, 'courses')).toHaveLength(5)
})

test('more rows of one resource change neither its first rows nor rows that do not refer to it', () => {
  assertProperty(
    property(
      constantFrom(...seeded),
      integer({ min: 1, max: 5 }),
      integer(),
      (table, more, seed) => {
        const few = draftWith(seed)
        const count = draftRows(few, table).length
        // Note: a row whose number finds no place is absent, such as a teacher who is busy.
        const numbers = draftRows(few, table).map(({ id }) => Number(id) || 0)
        const many = draftWith(seed, { [table]: Math.max(count, ...numbers) + more })
        const changing = dependentsOf(table)
        for (const each of tables.filter((name) => !changing.has(name))) {
          const after = draftRows(many, each).slice(0, each === table ? count : undefined)
          expect(after, `${each}`).toEqual(draftRows(few, each))
        }
      },
    ),
    // In these small worlds, chance leaves out the only material, and two of four teachers are busy.
    {
      numRuns: 25,
      examples: [
        ['planning_materials', 1, 719439753],
        ['teacher_enrollments', 1, -1865523964],
      ],
    },
  )
})

/**
 * Regression seeds: one more user moved an enrollment or a credit; two of five enrollments had no place; one more
 * user ordered at another time, so that another student precedes the order.
 */
const pinnedSeeds: [number][] = [[1901463376], [147926525], [852637941], [-2147483647], [856317892]]

/** Returns the ids of the rows that are part of a row that differs between two worlds. */
function changedRows(few: Draft, many: Draft, table: string): Set<unknown> {
  const wholes = Object.entries(catalog.resources.get(table)?.shape ?? {}).flatMap(
    ([field, { spec }]) => (spec.isPartOf && spec.target ? [[field, spec.target] as const] : []),
  )
  const [one, other] = [few.store, many.store]
  const differs = (whole: string, id: never): boolean =>
    JSON.stringify(one.get(whole, id)) !== JSON.stringify(other.get(whole, id))
  const parts = draftRows(few, table).filter((row) =>
    wholes.some(([field, whole]) => differs(whole, row[field] as never)),
  )
  return new Set(parts.map(({ id }) => id))
}

describe('when a parent is added', () => {
  const parents = seeded.flatMap((table) =>
    catalog
      .referencesTo(table)
      .filter(({ many }) => !many)
      .filter((reference) => seeded.includes(reference.table))
      .map((reference) => [reference.table, reference.field, table] as const),
  )

  test.each(parents)(
    'a row of %s keeps its %s or moves to the new one of %s',
    (child, field, to) => {
      assertProperty(
        property(integer(), (seed) => {
          const few = draftWith(seed, { [to]: 5, [child]: 20 })
          // Note: a row without a place is not created, and companions of other rows are added.
          const count = Math.max(5, draftRows(few, to).length)
          const many = draftWith(seed, { [child]: 20, [to]: count + 1 })
          const after = new Map(draftRows(many, child).map((row) => [row.id, row[field]]))
          const changed = changedRows(few, many, child)
          for (const { id, [field]: before } of draftRows(few, child)) {
            const now = after.get(id)
            // A row without a place at its new parent is not created. A part follows its changed whole.
            const fits = now === before || now === count + 1 || !after.has(id) || changed.has(id)
            expect(fits, `${before} became ${now}`).toBe(true)
          }
        }),
        { numRuns: 4, examples: pinnedSeeds },
      )
    },
  )
})

test('the same seed gives the same rows, and another seed gives different rows', () => {
  assertProperty(
    property(integer(), (seed) => {
      const world = seededWith(seed)
      const again = seededWith(seed, {}, 'made anew, since its name is another')
      for (const table of tables) {
        expect(rowsOf(again, table)).toEqual(rowsOf(world, table))
      }
      expect(rowsOf(seededWith(seed + 1), 'users')).not.toEqual(rowsOf(world, 'users'))
    }),
    { numRuns: 10 },
  )
})

test('the rows of a world are those of its draft, in the order of their creation', () => {
  assertProperty(
    property(integer(), (seed) => {
      const [draft, world] = [draftWith(seed), seededWith(seed)]
      for (const table of tables.filter(
        (name) => !catalog.resources.get(name)?.recipe?.quotesRows,
      )) {
        if (table === 'api_keys') continue
        const times = draftRows(draft, table).map((row) => row['created_at'])
        expect(rowsOf(world, table).map((row) => row['created_at'])).toEqual(times.sort())
        const ids = rowsOf(world, table).map(({ id }) => id)
        if (typeof ids[0] === 'number') expect(ids).toEqual(ids.map((_, i) => i + 1))
      }
    }),
    { numRuns: 5 },
  )
})

test('rows of one kind differ from one another', () => {
  const names = seededWith(1, { users: 60 })
    .rows('users')
    .map(({ first_name, last_name }) => `${first_name} ${last_name}`)
  expect(new Set(names).size).toBeGreaterThan(50)
})

test('for every seed, each record matches its schema', () => {
  assertProperty(
    property(integer(), (seed) => {
      const world = seededWith(seed)
      for (const [name, { shape }] of catalog.resources) {
        const records = world.rows(name as 'users')
        expect(
          records.flatMap((record) => shapeViolations(shape, record)),
          `${name}`,
        ).toEqual([])
      }
    }),
    { numRuns: 20 },
  )
})

test('an amount of an unknown resource is rejected with the nearest name', () => {
  expect(() => seededWith(1, { corses: 5 })).toThrow('Did you mean "courses"?')
})
