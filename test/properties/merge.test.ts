/** A merge moves all records of the secondary, of every resource, and loses none. */
import { createEmulator, type Emulator, type Records } from 'course-admin-emulator'
import { type Arbitrary, array, asyncProperty, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import type { Row } from '../../src/engine/store/table.ts'
import type { Reference } from '../../src/engine/model/catalog.ts'
import { assertProperty } from '../support/property-runs.ts'

const world = createEmulator({ world: 'empty' })
const people = world.given('users', 4).map(({ id }) => id)
const { catalog } = contextOf(world)

/** Every field of every resource that refers to a user. */
const references = catalog.referencesTo('users')

/** Tables whose rows need a custom setup. */
const tokenOf = (emulator: Emulator, user: number): void => void emulator.mintToken({ user })

/** Values of rows in addition to their owner. */
const enrollment = world.given('enrollments', { student_id: people[0] as number })
const [variant] = world.rows('catalog_variants')
const ordered = { catalog_variant_id: variant?.id as number, planned_course_id: 1 }
const order = world.given('orders', { ...ordered, creator_id: null })
const more: Readonly<Record<string, object>> = {
  orders: ordered,
  order_items: { order_id: order.id },
  grades: { gradeable_type: 'Enrollment', gradeable_id: enrollment.id },
}

interface Belonging {
  readonly reference: number
  readonly person: number
}

const belongings: Arbitrary<Belonging[]> = array(
  record({ reference: nat(references.length - 1), person: nat(people.length - 1) }),
  { maxLength: 25 },
)

function make(emulator: Emulator, { reference, person }: Belonging): void {
  const { table, field, many, polymorphicTarget } = references[reference] as Reference
  const user = people[person] as number
  if (table === 'api_keys') return tokenOf(emulator, user)
  const word =
    polymorphicTarget &&
    Object.keys(polymorphicTarget.tables).find((each) => polymorphicTarget.tables[each] === 'users')
  const values = {
    ...more[table],
    [field]: many ? [user] : user,
    ...(polymorphicTarget && { [polymorphicTarget.field]: word }),
  }
  emulator.given(table as 'users', values)
}

type Tables = ReadonlyMap<string, readonly Row[]>

const tablesOf = (emulator: Emulator): Tables =>
  new Map(
    [...catalog.resources.keys()].map((name) => [name, [...contextOf(emulator).store.scan(name)]]),
  )

/** The row with every reference to one user or teacher replaced by another. */
function expectedAfterMerge(of: string, table: string, row: Row, from: number, to: number): Row {
  const moved: Record<string, unknown> = { ...row }
  for (const { field, many, polymorphicTarget } of catalog
    .referencesTo(of)
    .filter((each) => each.table === table)) {
    if (
      polymorphicTarget &&
      polymorphicTarget.tables[row[polymorphicTarget.field] as string] !== of
    )
      continue
    if (!many) moved[field] = row[field] === from ? to : row[field]
    else moved[field] = [...new Set((row[field] as number[]).map((id) => (id === from ? to : id)))]
  }
  return moved as Row
}

/** The teachers that a merge removes: a user is at most one teacher. */
function dropDuplicates(tables: Tables, primary: number, secondary: number): readonly Row[] {
  const teachers = tables.get('teachers') ?? []
  const teaches = teachers.some(({ user_id }) => user_id === primary)
  return teaches ? teachers.filter(({ user_id }) => user_id === secondary) : []
}

const idOf = ({ id }: Row) => id

const withoutTimestamps = ({ updated_at: _, ...row }: Record<string, unknown>): object => row

test('a merge loses no record, leaves no reference to the secondary, and emits one event', async () => {
  await assertProperty(
    asyncProperty(
      belongings,
      nat(people.length - 1),
      nat(people.length - 2),
      async (all, which, step) => {
        const emulator = world.fork()
        for (const each of all) make(emulator, each)
        const primary = people[which] as number
        const secondary = people[(which + 1 + step) % people.length] as number
        const before = tablesOf(emulator)
        const merged = emulator.act.mergeUsers({ primary, secondary })
        const after = tablesOf(emulator)

        expect(merged.id).toBe(primary)
        const gone = {
          users: [secondary],
          teachers: dropDuplicates(before, primary, secondary).map(idOf),
        }
        for (const [table, rows] of before) {
          const goes: readonly unknown[] = gone[table as keyof typeof gone] ?? []
          const kept = rows.filter(({ id }) => !goes.includes(id))
          const wanted = kept.map((row) =>
            withoutTimestamps(expectedAfterMerge('users', table, row, secondary, primary)),
          )
          expect((after.get(table) ?? []).map(withoutTimestamps), `${table}`).toEqual(wanted)
        }
        expect(eventsOf(emulator)).toEqual(['user.merged'])
        const { headers } = emulator
        expect((await emulator.fetch(`/users/${secondary}`, { headers })).status).toBe(404)
        expect((await emulator.fetch(`/users/${primary}`, { headers })).status).toBe(200)
      },
    ),
    { numRuns: 80 },
  )
})

const eventsOf = (emulator: Emulator): unknown[] =>
  emulator.journal({ kind: 'event' }).map(({ event }) => event)

test.each(references.map(({ table, field }, i) => [`${table}.${field}`, i] as const))(
  'references to the secondary by %s point to the primary after a merge, in the index too',
  (_, reference) => {
    const emulator = world.fork()
    const { table, field, polymorphicTarget } = references[reference] as Reference
    make(emulator, { reference, person: 1 })
    const [primary, secondary] = people as [number, number]
    const under = (user: number): number => {
      const prefix = polymorphicTarget ? ['users', user] : [user]
      return [...contextOf(emulator).store.scan(table, { index: field, prefix })].length
    }
    const [own, moving] = [under(primary), under(secondary)]
    expect(moving).toBeGreaterThan(0)
    emulator.act.mergeUsers({ primary, secondary })
    expect([under(primary), under(secondary)]).toEqual([own + moving, 0])
  },
)

test.each(catalog.referencesTo('teachers'))(
  '$table that refer by $field to the teacher of the secondary refer to the remaining teacher',
  ({ table, field }) => {
    const emulator = world.fork()
    const [primary, secondary] = people as [number, number]
    const [stays, goes] = [primary, secondary].map((user_id) =>
      emulator.given('teachers', { user_id, note: `of ${user_id}` }),
    ) as [Records['teachers'], Records['teachers']]
    const records = [stays, goes].map(({ id }) =>
      emulator.given(table as 'teacher_enrollments', { [field]: id }),
    )
    emulator.act.mergeUsers({ primary, secondary })
    expect(emulator.rows('teachers', { user_id: primary })).toMatchObject([
      { id: stays.id, note: `of ${primary}` },
    ])
    expect(emulator.row('teachers', goes.id)).toBeUndefined()
    for (const { id } of records) {
      const row = contextOf(emulator).store.get(table, id)
      expect(row).toMatchObject({ [field]: stays.id })
    }
    expect(eventsOf(emulator)).toEqual(['user.merged'])
  },
)

test('of two opposite merges the second is rejected and changes nothing', () => {
  const emulator = world.fork()
  const [primary, secondary] = people as [number, number]
  emulator.act.mergeUsers({ primary, secondary })
  const after = contextOf(emulator).cells.snapshot()['tables']
  expect(() => emulator.act.mergeUsers({ primary: secondary, secondary: primary })).toThrow(
    'primary does not exist',
  )
  expect(() => emulator.act.mergeUsers({ primary, secondary: primary })).toThrow(
    'is the primary user',
  )
  expect(contextOf(emulator).cells.snapshot()['tables']).toBe(after)
  expect(eventsOf(emulator)).toEqual(['user.merged'])
})
