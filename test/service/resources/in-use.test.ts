/** Records in use cannot be deleted: 422 with the number of uses, and 200 without uses. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'

/** Path, record to create, and its uses. */
const used: [
  string,
  (emulator: Emulator) => number,
  (emulator: Emulator, id: number) => unknown,
  string,
][] = [
  [
    '/labels',
    (to) => to.given('labels', { model_type: 'User' }).id,
    (to, id) => to.given('users', { label_ids: [id] }),
    '1 users',
  ],
  [
    '/course_locations',
    (to) => to.given('course_locations').id,
    (to, id) => to.given('planned_courses', { course_location_id: id }),
    '1 planned_courses',
  ],
  [
    '/course_locations',
    (to) => to.given('course_locations').id,
    (to, id) => to.given('meeting_locations', { course_location_id: id }),
    '1 meeting_locations',
  ],
  [
    '/meeting_locations',
    (to) => to.given('meeting_locations').id,
    (to, id) =>
      to.given('meetings', { meeting_location_id: id, planning_meeting_location_ids: [] }),
    '1 meetings',
  ],
  [
    '/program/programs',
    (to) => to.given('programs').id,
    (to, id) => to.given('program_editions', { program_id: id }),
    '1 program_editions',
  ],
  [
    '/program/editions',
    (to) => to.given('program_editions').id,
    (to, id) => to.given('program_enrollments', { edition_id: id }),
    '1 program_enrollments',
  ],
  [
    '/program/editions',
    (to) => to.given('program_editions').id,
    (to, id) => to.act.requestOrder({ edition: id, students: [to.given('users')] }),
    '1 orders',
  ],
  [
    '/teacher_roles',
    (to) => to.given('teacher_roles').id,
    (to, id) => to.given('teacher_enrollments', { teacher_role_id: id }),
    '1 teacher_enrollments',
  ],
]

test.each(used)('DELETE %s', async (path, make, use, users) => {
  const emulator = createEmulator({ world: 'empty' })
  const api = createApiClient(emulator)
  const [id, spare] = [make(emulator), make(emulator)]
  use(emulator, id)
  const { status, body } = await api.delete(`${path}/${id}`)
  expect([status, body.errors]).toEqual([422, { base: [`is in use by ${users}`] }])
  expect((await api.get(`${path}/${id}`)).status).toBe(200)
  expect((await api.delete(`${path}/${spare}`)).status).toBe(200)
})

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
