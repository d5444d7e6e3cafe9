/** Deletions of records on which other records depend. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'

test('a category in use cannot be removed', () => {
  const { given, act } = createEmulator({ world: 'empty' })
  const { category_id } = given('courses')
  expect(() => act.remove('categories', category_id)).toThrow('is needed by 1 courses')
})

test('deleting a meeting deletes its planning', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const { id, meeting_id } = emulator.given('planning_events')
  emulator.given('planning_attendees', { attendable_type: 'Meeting', attendable_id: meeting_id })
  emulator.given('planning_materials', { attendable_type: 'Planning::Event', attendable_id: id })
  emulator.given('attendances', { meeting_id })
  await createApiClient(emulator).delete(`/meetings/${meeting_id}`)
  for (const table of [
    'planning_events',
    'planning_attendees',
    'planning_materials',
    'attendances',
  ] as const) {
    expect(emulator.rows(table)).toEqual([])
  }
})

test('program.used: with the alternative, deleting a program deletes its dependent records', async () => {
  const assumptions = { 'program.used': 'alternative' } as const
  const emulator = createEmulator({ world: 'empty', assumptions })
  const { id: edition } = emulator.given('program_editions')
  const program_id = emulator.row('program_editions', edition)?.program_id
  emulator.given('program_enrollments', { edition_id: edition })
  emulator.act.requestOrder({ edition, students: [emulator.given('users')] })
  await createApiClient(emulator).delete(`/program/programs/${program_id}`)
  for (const table of [
    'program_editions',
    'program_enrollments',
    'orders',
    'catalog_variants',
  ] as const) {
    expect(emulator.rows(table)).toEqual([])
  }
})

test('label.used: with the alternative, deleting a label removes it from all records', async () => {
  const assumptions = { 'label.used': 'alternative' } as const
  const emulator = createEmulator({ world: 'empty', assumptions })
  const [label, other] = emulator.given('labels', 2, { model_type: 'User' })
  const { id } = emulator.given('users', { label_ids: [label.id, other.id] })
  await createApiClient(emulator).delete(`/labels/${label.id}`)
  expect(emulator.row('users', id)?.label_ids).toEqual([other.id])
})
