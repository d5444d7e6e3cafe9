/** A record of another emulator is refused wherever a record is an input: its id may exist here too. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { actMethodOf } from '../../../src/engine/kit/acts/act-methods.ts'
import type { Act } from '../../../src/engine/define/act.ts'

const emulator = createEmulator({ world: 'small-school' })
const { acts } = contextOf(emulator).catalog

/** The names of the inputs that take a record, each with its resource; in a list for a list of records. */
const recordInputsOf = ({ input }: Act): readonly [string, string, boolean][] =>
  Object.entries(input).flatMap(([name, { spec }]) => {
    const resource = spec.target ?? spec.items?.spec.target
    return resource === undefined ? [] : [[spec.alias ?? name, resource, spec.items !== undefined]]
  })

const inputs = [...acts].flatMap(([id, act]) =>
  recordInputsOf(act).map((input) => [actMethodOf(id), ...input] as const),
)

const perform = (act: string, ...input: unknown[]): unknown =>
  (Reflect.get(emulator.act, act) as (...all: unknown[]) => unknown)(...input)

test.each(inputs)('act.%s with a foreign record as %s', (act, name, resource, isList) => {
  const other = createEmulator({ world: 'small-school' })
  const [first] = other.rows(resource as 'users')
  const record = first ?? other.given(resource as 'users')
  expect(() => perform(act, { [name]: isList ? [record] : record })).toThrow(
    `\`${name}\` is a record of another emulator.`,
  )
})

test.each(['update', 'remove', 'publish', 'unpublish'] satisfies (keyof Emulator['act'])[])(
  'act.%s of a foreign record',
  (act) => {
    const [edition] = createEmulator({ world: 'small-school' }).rows('planned_courses')
    expect(() => perform(act, 'planned_courses', edition)).toThrow(
      'is a record of another emulator',
    )
  },
)

const lastUserOf = ({ rows }: Emulator): object => rows('users').at(-1) as object

test.each<[string, (other: Emulator) => unknown]>([
  ['given', ({ given }) => given('users')],
  ['row', ({ row }) => row('users', 1)],
  ['rows', ({ rows }) => rows('users')[0]],
  ['rows with values', ({ rows }) => rows('users', { id: 1 })[0]],
  ['rows with a function', ({ rows }) => rows('users', ({ id }) => id === 1)[0]],
  ['rows with a query', ({ rows }) => rows('users', { test: ({ id }) => id === 1 })[0]],
  [
    'the record in a function of rows',
    ({ rows }) => {
      const seen: unknown[] = []
      rows('users', (record) => seen.push(record) === 0)
      return seen[0]
    },
  ],
  ['an act', ({ act }) => act.create('users')],
  ['a changed record', (other) => other.act.update('users', lastUserOf(other) as never, {})],
])('a record of `%s` is of its emulator', (_, read) => {
  const user = read(createEmulator({ world: 'small-school' }))
  expect(() => perform('deleteUser', { user })).toThrow('`user` is a record of another emulator.')
})

test.each<[string, (of: Emulator) => readonly unknown[]]>([
  ['rows', ({ rows }) => rows('labels')],
  ['rows with a function', ({ rows }) => rows('labels', () => true)],
])('%s tracks the records of a list of at most 1,000', (_, read) => {
  const other = createEmulator({ world: 'empty' })
  const isRefused = (): boolean => {
    const [label] = read(other)
    try {
      emulator.given('users', { label_ids: [label as never] })
      return false
    } catch {
      return true
    }
  }
  other.given('labels', 1_000)
  expect([read(other).length, isRefused()]).toEqual([1_000, true])
  other.given('labels')
  expect([read(other).length, isRefused()]).toEqual([1_001, false])
})

describe('a record of another state', () => {
  const otherState = 'is a record of another state'
  const update = (to: Emulator, record: { readonly id: number }): unknown =>
    to.act.update('users', record as never, { last_name: 'Bos' })

  test('from before a reset', () => {
    const school = createEmulator({ world: 'small-school' })
    const [seeded] = school.rows('users')
    const mia = school.given('users')
    school.reset()
    expect(school.given('users').id).toBe(mia.id)
    expect(() => update(school, mia)).toThrow(
      /the record` is a record of another state: from before `reset` or `restore`, or .* Give a record/,
    )
    expect(() => school.given('enrollments', { student_id: mia })).toThrow(otherState)
    expect(() => school.rows('enrollments', { student_id: mia })).toThrow(otherState)
    expect(() => school.act.deleteUser({ user: mia })).toThrow(otherState)
    expect(update(school, seeded as never)).toMatchObject({ id: seeded?.id })
    school.reset()
    expect(update(school, seeded as never)).toMatchObject({ id: seeded?.id })
  })

  test('from before a restored snapshot, and from after it', () => {
    const school = createEmulator({ world: 'empty' })
    const kept = school.given('users')
    const before = school.snapshot()
    const mia = school.given('users')
    const after = school.snapshot()
    school.restore(before)
    expect(() => update(school, mia)).toThrow(otherState)
    const eva = school.given('users')
    expect(eva.id).toBe(mia.id)
    school.restore(after)
    expect(() => update(school, eva)).toThrow(otherState)
    for (const record of [kept, mia])
      expect(update(school, record)).toMatchObject({ id: record.id })
  })

  test('from a fork, and from the emulator of a fork', () => {
    const school = createEmulator({ world: 'empty' })
    const kept = school.given('users')
    const forks = [school.fork(), school.fork()] as const
    const all = [school, ...forks]
    const records = all.map((each) => each.given('users'))
    for (const [i, each] of all.entries()) {
      expect(update(each, kept)).toMatchObject({ id: kept.id })
      for (const [j, record] of records.entries()) {
        if (i === j) expect(update(each, record)).toMatchObject({ id: record.id })
        else expect(() => update(each, record)).toThrow(otherState)
      }
    }
    const later = forks[0].fork()
    expect(update(later, records[1] as never)).toMatchObject({ id: records[1]?.id })
    school.restore(forks[0].snapshot())
    expect(update(school, records[1] as never)).toMatchObject({ id: records[1]?.id })
    expect(() => update(school, records[0] as never)).toThrow(otherState)
  })

  test('is accepted after many restores, and after a saved world', () => {
    const school = createEmulator({ world: 'empty' })
    const kept = school.given('users')
    for (let i = 0; i < 50; i += 1) {
      school.restore(school.snapshot())
      expect(update(school, kept)).toMatchObject({ id: kept.id })
    }
    school.restore(school.save())
    expect(update(school, kept)).toMatchObject({ id: kept.id })
  })
})
