/** Export of records to databases of @mswjs/data, and import of databases with relations. */
import { factory, manyOf, nullable, oneOf, primaryKey } from '@mswjs/data'
import { createEmulator, EmulatorError, type ResourceName } from 'course-admin-emulator'
import { factoryDatabase, importRecords } from 'course-admin-emulator/data'
import { expect, test } from 'vitest'
import { resources } from '../../src/service/resources/resource-list.ts'

test('a database has every record of the service, with relations by id', async () => {
  using emulator = createEmulator({ world: 'small-school' })
  const mia = emulator.given('users', { first_name: 'Mia' })
  const { id } = emulator.given('enrollments', { student_id: mia.id, status: 'active' })
  const db = await factoryDatabase(emulator)
  const enrollment = db.enrollments.findFirst({ where: { id: { equals: id } } })
  expect(enrollment?.student?.first_name).toBe('Mia')
  expect(enrollment?.student_id).toBe(mia.id)
  expect(db.users.count()).toBe(emulator.rows('users').length)
  expect(db.users.findMany({ where: { first_name: { equals: 'Mia' } } })).toHaveLength(1)
})

test('the records of a database are the records of the service', async () => {
  using emulator = createEmulator({ world: 'small-school' })
  const db = await factoryDatabase(emulator)
  for (const [name, model] of Object.entries(db)) {
    const records = emulator.rows(name as ResourceName)
    const exported = model.getAll().map((entity) => ({ ...entity }))
    expect.soft(exported, name).toMatchObject(records)
  }
})

test('a list of ids is a list of records', async () => {
  using emulator = createEmulator({ world: 'empty' })
  const [first, second] = emulator.given('labels', 2, { model_type: 'User' })
  emulator.given('users', { first_name: 'Mia', label_ids: [first.id, second.id] })
  const db = await factoryDatabase(emulator)
  const mia = db.users.findFirst({ where: { first_name: { equals: 'Mia' } } })
  const { labels } = mia as unknown as { labels: { id: number }[] }
  expect(labels.map(({ id }) => id)).toEqual([first.id, second.id])
})

test('an exported database is imported again with its changes', async () => {
  using emulator = createEmulator({ world: 'small-school' })
  const db = await factoryDatabase(emulator)
  const { users, courses } = db
  const before = emulator.rows('courses')
  users.update({ where: { id: { equals: 2 } }, data: { first_name: 'Mia' } })
  importRecords(emulator, { users, courses })
  expect(emulator.row('users', 2)?.first_name).toBe('Mia')
  expect(emulator.rows('courses')).toEqual(before)
})

test('a database is imported into an empty world, with the records of every table', async () => {
  using from = createEmulator({ world: 'small-school' })
  using to = createEmulator({ world: 'empty' })
  importRecords(to, await factoryDatabase(from))
  for (const { name } of resources)
    expect.soft(to.rows(name as ResourceName), name).toEqual(from.rows(name as ResourceName))
})

test('a hidden reference has a relation', async () => {
  using from = createEmulator({ world: 'small-school' })
  const { custom_field_options } = await factoryDatabase(from)
  const [option] = custom_field_options.getAll()
  expect(option?.custom_field?.id).toBe(option?.custom_field_id)
  using to = createEmulator({ world: 'empty' })
  const field = { ...option?.custom_field }
  importRecords(to, {
    custom_fields: [field],
    custom_field_options: [{ value: 'A', custom_field: field }],
  })
  expect(to.rows('custom_fields')).toHaveLength(1)
})

test('models of your own with relations are imported with the ids', () => {
  const db = factory({
    label: { id: primaryKey(Number), name: String, model_type: String },
    user: { id: primaryKey(Number), first_name: String, labels: manyOf('label') },
    enrollment: {
      id: primaryKey(Number),
      status: String,
      student: oneOf('user'),
      order: nullable(oneOf('order')),
    },
    order: { id: primaryKey(Number) },
  })
  const label = db.label.create({ id: 600, name: 'VIP', model_type: 'User' })
  const student = db.user.create({ id: 700, first_name: 'Mia', labels: [label] })
  db.enrollment.create({ id: 900, status: 'active', student })
  using emulator = createEmulator({ world: 'empty' })
  importRecords(emulator, { labels: db.label, users: db.user, enrollments: db.enrollment })
  expect(emulator.row('users', 700)).toMatchObject({ first_name: 'Mia', label_ids: [600] })
  expect(emulator.row('enrollments', 900)).toMatchObject({ student_id: 700, order_id: null })
})

test('a relation without an imported record is refused', () => {
  const db = factory({
    user: { id: primaryKey(Number) },
    enrollment: { id: primaryKey(Number), student: oneOf('user') },
  })
  db.enrollment.create({ id: 900, student: db.user.create({ id: 700 }) })
  using emulator = createEmulator({ world: 'empty' })
  expect(() => importRecords(emulator, { enrollments: db.enrollment })).toThrow(EmulatorError)
})

test.each([
  ['no object', undefined],
  ['a list of numbers', { users: [7] }],
  ['a relation that is not a record', { enrollments: [{ id: 900, student: 7 }] }],
  ['a list relation that is not a list', { users: [{ id: 700, labels: 7 }] }],
])('an import of %s is refused', (_, records) => {
  using emulator = createEmulator({ world: 'empty' })
  expect(() => importRecords(emulator, records as never)).toThrow(EmulatorError)
  expect(emulator.given('users').id).toBeTypeOf('number')
})

test('an iterator of records with relations is imported', () => {
  using emulator = createEmulator({ world: 'empty' })
  const student = emulator.given('users')
  const enrollments = new Map([[900, { id: 900, student }]]).values()
  importRecords(emulator, { enrollments })
  expect(emulator.row('enrollments', 900)?.student_id).toBe(student.id)
})
