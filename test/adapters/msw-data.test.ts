/** Export of records to collections of @msw/data, and import from them. */
import { Collection, Query } from '@msw/data'
import { factory, primaryKey } from '@mswjs/data'
import { createEmulator, type Emulator, type ResourceName, type User } from 'course-admin-emulator'
import { collections, importRecords } from 'course-admin-emulator/data'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { resources } from '../../src/service/resources/resource-list.ts'
import { seedOf } from '../support/internals.ts'

/** Expects the same records in every table. */
function expectSameRecords(to: Emulator, from: Emulator): void {
  for (const { name } of resources)
    expect.soft(to.rows(name as ResourceName), name).toEqual(from.rows(name as ResourceName))
}

describe('collections', () => {
  test('contain every resource as the service returns it, with its hidden fields', async () => {
    using emulator = createEmulator()
    const all = await collections(emulator)
    for (const [name, collection] of Object.entries(all)) {
      expect([name, collection.all()]).toMatchObject([name, emulator.rows(name as 'users')])
    }
    const [option] = all.custom_field_options.all()
    expect(option?.custom_field_id).toBe(all.custom_fields.all()[0]?.id)
    expect(all.users.count()).toBeGreaterThan(0)
    const [active] = all.enrollments.findMany((q) => q.where({ status: 'active' }))
    expect(emulator.row('enrollments', active?.id as number)?.status).toBe('active')
  })

  test('have a schema and are a copy', async () => {
    using emulator = createEmulator({ world: 'small-school' })
    const complaints = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => complaints.mockRestore())
    const { users } = await collections(emulator)
    const [mia] = users.all()
    await expect(users.create({ ...mia, id: 700, email: 'nowhere' } as never)).rejects.toThrow(
      'Failed to create',
    )
    await expect(users.create({ id: 700 } as never)).rejects.toThrow('Failed to create')
    await users.create({ ...(mia as User), id: 700 })
    await users.update((q) => q.where({ id: 1 }), {
      data: (user) => void (user.first_name = 'Mia'),
    })
    expect(users.findFirst((q) => q.where({ id: 1 }))?.first_name).toBe('Mia')
    expect(emulator.row('users', 1)?.first_name).not.toBe('Mia')
  })
})

test('rows accepts a query', () => {
  using emulator = createEmulator({ world: 'empty' })
  emulator.given('users', { first_name: 'Mia', locale: 'nl' })
  emulator.given('users', { first_name: 'Tom', locale: 'nl' })
  const dutch = new Query<User>().where({ locale: 'nl' })
  expect(emulator.rows('users', dutch)).toHaveLength(2)
  const names = emulator.rows(
    'users',
    dutch.and(({ first_name }) => first_name !== 'Tom'),
  )
  expect(names.map(({ first_name }) => first_name)).toEqual(['Mia'])
})

describe('importRecords', () => {
  test('is a method of the emulator, and a function of this entry point', () => {
    using emulator = createEmulator({ world: 'empty', seed: 5 })
    emulator.importRecords({ users: new Map([[700, { id: 700, first_name: 'Mia' }]]).values() })
    expect(emulator.row('users', 700)?.first_name).toBe('Mia')
    expect(seedOf(emulator)).toBe(5)
    expect(() => emulator.importRecords({ users: 7 as never })).toThrow('Give a list of records')
  })

  test('imports the records of a collection in any order', async () => {
    const schema = z.object({ id: z.number(), first_name: z.string() })
    const users = new Collection({ schema })
    await users.createMany(2, (i) => ({ id: 700 + i, first_name: `Mia ${i}` }))
    const enrollment = { id: 900, student_id: 701, status: 'active' }
    using emulator = createEmulator({ world: 'empty' })
    importRecords(emulator, { enrollments: [enrollment], users })
    expect(emulator.row('users', 700)?.first_name).toBe('Mia 0')
    expect(emulator.row('enrollments', 900)).toMatchObject(enrollment)
    expect(emulator.journal()).toEqual([])
  })

  test('imports records of @mswjs/data', () => {
    const db = factory({ user: { id: primaryKey(Number), first_name: String } })
    db.user.create({ id: 700, first_name: 'Mia' })
    using emulator = createEmulator({ world: 'empty' })
    importRecords(emulator, { users: db.user.getAll() })
    expect(emulator.row('users', 700)?.first_name).toBe('Mia')
    db.user.create({ id: 701, first_name: 'Tom' })
    importRecords(emulator, { users: db.user })
    expect(emulator.row('users', 701)?.first_name).toBe('Tom')
  })

  test('imports records that refer to later records', () => {
    using emulator = createEmulator({ world: 'empty' })
    importRecords(emulator, {
      categories: [
        { id: 5, name: 'Yarn', parent_id: 6 },
        { id: 6, name: 'Crafts' },
      ],
    })
    expect(emulator.row('categories', 5)).toMatchObject({ parent_id: 6 })
  })

  test('imports a whole world with the timestamps of its records', async () => {
    using from = createEmulator({ world: 'small-school' })
    using to = createEmulator({ world: 'small-school' })
    from.given('enrollments', 3, { status: 'active' })
    importRecords(to, await collections(from))
    expectSameRecords(to, from)
    importRecords(to, {
      users: [{ id: 2, first_name: 'Mia', updated_at: '2020-01-01T00:00:00.000Z' }],
    })
    expect(to.row('users', 2)?.updated_at).toBe('2020-01-01T00:00:00.000Z')
  })

  test.each(['small-school', 'training-company'] as const)(
    'imports the whole world %s into an empty one',
    async (world) => {
      using from = createEmulator({ world })
      from.given('enrollments', 3, { status: 'active' })
      using to = createEmulator({ world: 'empty' })
      const exported = await collections(from)
      importRecords(to, exported)
      expectSameRecords(to, from)
      for (const [name, copies] of Object.entries(await collections(to)))
        expect.soft(copies.all(), name).toEqual(exported[name as 'users'].all())
    },
  )

  test('keeps the updated_at that it imports', async () => {
    using emulator = createEmulator({ world: 'small-school' })
    const [mia] = emulator.rows('users', { id: 2 })
    importRecords(emulator, { users: [{ ...mia, first_name: 'Mia' }] })
    expect(emulator.row('users', 2)).toEqual({ ...mia, first_name: 'Mia' })
    importRecords(emulator, { users: [{ id: 2, first_name: 'Tom' }] })
    expect(emulator.row('users', 2)?.updated_at).toBe('2026-01-05T09:00:00.000Z')
  })

  test('creates a product with its course, with its id if that is free', () => {
    using emulator = createEmulator({ world: 'empty' })
    const product = (id: number, course: number) => ({
      id,
      productable_type: 'Course',
      productable_id: course,
    })
    const [courses, catalog_products] = [
      [{ id: 5 }, { id: 6 }],
      [product(9, 5), product(4, 6)],
    ]
    importRecords(emulator, { courses, catalog_products })
    expect(emulator.rows('catalog_products')).toMatchObject([product(4, 6), product(9, 5)])
    expect(() => importRecords(emulator, { courses, catalog_products: [product(12, 5)] })).toThrow(
      'omit catalog_products',
    )
  })

  test('updates existing records and restores deleted ones', async () => {
    using emulator = createEmulator({ world: 'small-school' })
    const { users, courses } = await collections(emulator)
    const before = emulator.rows('users')
    importRecords(emulator, { users, courses })
    expect(emulator.rows('users')).toEqual(before)
    await users.update((q) => q.where({ id: 2 }), {
      data: (user) => void (user.first_name = 'Mia'),
    })
    importRecords(emulator, { users })
    expect(emulator.rows('users', { first_name: 'Mia' }).map(({ id }) => id)).toEqual([2])
  })

  test('refuses a record without its parent if parents are imported too', async () => {
    using from = createEmulator({ world: 'small-school' })
    using to = createEmulator({ world: 'empty' })
    const before = to.save()
    const { custom_fields, custom_field_options: exported, ...others } = await collections(from)
    const shown = from.rows('custom_field_options')
    const fields = { custom_fields, custom_field_options: shown }
    for (const records of [fields, { ...others, ...fields }])
      expect(() => importRecords(to, records)).toThrow(
        /^Could not import \w+ \d+: it has no \w+_id, which the API does not show, and \w+ are imported too\. Give it/,
      )
    expect(to.save()).toBe(before)

    importRecords(to, { custom_fields, custom_field_options: exported })
    expect(to.rows('custom_fields')).toHaveLength(custom_fields.count())
    importRecords(to, fields)
    using other = createEmulator({ world: 'empty' })
    importRecords(other, { custom_field_options: shown })
    expect(other.rows('custom_fields')).toHaveLength(shown.length)
  })

  test('is atomic, and reports invalid records', () => {
    using emulator = createEmulator({ world: 'empty' })
    const good = { id: 700, first_name: 'Mia' }
    const before = emulator.rows('users')
    expect(() => importRecords(emulator, { users: [good, { id: 701, firstname: 'Tom' }] })).toThrow(
      'Did you mean "first_name"?',
    )
    expect(() => importRecords(emulator, { users: [good, { id: 701, email: 'nowhere' }] })).toThrow(
      'email',
    )
    expect(() =>
      importRecords(emulator, { users: [good], enrollments: [{ student_id: 9_999 }] }),
    ).toThrow('student_id 9999 does not exist')
    expect(() => importRecords(emulator, { user: [good] } as never)).toThrow(
      'Did you mean "users"?',
    )
    expect(() => importRecords(emulator, { users: {} as never })).toThrow('Give a list of records')
    expect(() =>
      importRecords(emulator, { users: [good], catalog_products: [{ id: 99_999 }] }),
    ).toThrow('omit catalog_products')
    expect(emulator.rows('users')).toEqual(before)
  })
})
