/** Where a request is in the walk of a list. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { walkPositionOf } from '../../../src/engine/serve/list-walk.ts'

const emulator = createEmulator({ world: 'empty' })
for (const day of [2, 3, 4, 5])
  emulator.given('users', { created_at: `2026-01-0${day}T08:00:00.000Z` })
const context = contextOf(emulator)

test.each([
  ['?page=2&per_page=2', [1, 2], [3, 4, 5]],
  ['?page=3&per_page=2&sort=created_at:desc', [5, 4, 3, 2], [1]],
  ['?page=9', [1, 2, 3, 4, 5], []],
])('/users%s is a later page of the list', (search, read, unread) => {
  const position = walkPositionOf(context, { method: 'GET', path: '/users', search })
  const idsOf = (rows: readonly { readonly id: unknown }[] = []) => rows.map(({ id }) => id)
  expect([idsOf(position?.read), idsOf(position?.unread)]).toEqual([read, unread])
})

test('a list below a record has only the rows of this record', () => {
  const [first, second] = emulator.given('courses', 2)
  const [id, next] = emulator
    .given('planned_courses', 2, { course_id: first.id })
    .map((each) => each.id)
  emulator.given('planned_courses', { course_id: second.id })
  const position = walkPositionOf(context, {
    method: 'GET',
    path: `/courses/${first.id}/planned_courses`,
    search: '?page=2&per_page=1',
  })
  expect(position).toMatchObject({ read: [{ id }], unread: [{ id: next }] })
})

test.each([
  ['GET', '/users', ''],
  ['GET', '/users', '?page=1'],
  ['GET', '/users', '?page=x'],
  ['GET', '/users/1', '?page=2'],
  ['GET', '/users/1', ''],
  ['GET', '/nothing', '?page=2'],
  ['POST', '/users', '?page=2'],
])('%s %s%s is not a later page of a list', (method, path, search) => {
  expect(walkPositionOf(context, { method, path, search })).toBeUndefined()
})
