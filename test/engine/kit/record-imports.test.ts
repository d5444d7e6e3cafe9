/** The sources of `importRecords`, and the hidden references of the records. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

const mia = { id: 700, first_name: 'Mia' }

test.each<[string, object]>([
  ['a list', [mia]],
  ['an iterator', [mia].values()],
  ['a collection, which returns them by `all`', { all: () => [mia] }],
  ['a model, which returns them by `getAll`', { getAll: () => [mia] }],
])('records are imported from %s', (_, users) => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.importRecords({ users: users as never })
  expect(emulator.row('users', 700)).toMatchObject(mia)
})

test.each([7, 'users', null, undefined, {}, { all: [mia] }])('%o holds no records', (users) => {
  expect(() => createEmulator({ world: 'empty' }).importRecords({ users: users as never })).toThrow(
    'Could not import users: the value holds no records.',
  )
})

test('a record that belongs to an imported record names it, although the API does not show it', () => {
  const custom_fields = [{ id: 5 }]
  const option = { id: 7, value: 'A' }
  const emulator = createEmulator({ world: 'empty' })
  expect(() => emulator.importRecords({ custom_fields, custom_field_options: [option] })).toThrow(
    'Could not import custom_field_options 7: it has no custom_field_id, which the API',
  )
  const custom_field_options = [{ ...option, custom_field_id: 5 }]
  emulator.importRecords({ custom_fields, custom_field_options })
  expect(emulator.rows('custom_field_options')).toMatchObject([option])
  expect(emulator.rows('custom_fields')).toMatchObject(custom_fields)
})

test('a record need not name an imported record that it can be without', () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.importRecords({ required_teacher_groups: [{ id: 5 }], planning_attendees: [{ id: 7 }] })
  expect(emulator.rows('planning_attendees')).toMatchObject([{ id: 7 }])
  expect(emulator.rows('required_teacher_groups')).toMatchObject([{ id: 5 }])
})

test('a field that records do not have is named', () => {
  const emulator = createEmulator({ world: 'empty' })
  expect(() => emulator.importRecords({ users: [{ ...mia, shoe_size: 38 }] as never })).toThrow(
    /Could not import users 700: .*shoe_size/,
  )
})

test('a product of a program does not become that of a course with the same id', () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.importRecords({
    courses: [{ id: 9 }],
    programs: [{ id: 9 }],
    catalog_products: [
      { id: 71, productable_type: 'Program::Program', productable_id: 9 },
      { id: 72, productable_type: 'Course', productable_id: 9 },
    ],
  })
  expect(emulator.rows('catalog_products')).toMatchObject([
    { id: 71, productable_type: 'Program::Program', productable_id: 9 },
    { id: 72, productable_type: 'Course', productable_id: 9 },
  ])
})
