/** A record is a copy: a test that changes it changes nothing in the emulator. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

test('of the values, lists and maps that are stored and shown', () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('custom_fields', { object_type: 'users', slug: 'wish', field_type: 'text' })
  const label = emulator.given('labels')
  const { id } = emulator.given('users', { custom: { wish: 'tea' }, label_ids: [label.id] })
  const read = () => emulator.rows('users').find((each) => each.id === id)
  const before = structuredClone(read())
  expect(before).toMatchObject({ custom: { wish: 'tea' }, label_ids: [label.id] })
  const record = read()
  Object.assign(record?.custom as object, { wish: 'coffee', other: 1 })
  Object.assign(record?.label_ids as object, { 1: 9 })
  Object.assign(record as object, { first_name: 'Changed' })
  expect(read()).toEqual(before)
})
