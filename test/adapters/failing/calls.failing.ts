/** Tests that must fail: run by vitest.outside.test.ts, and by nobody else. */
import { expect, test } from 'course-admin-emulator/vitest'

test('a path that is not there', async ({ emulator }) => {
  const response = await fetch(`${emulator.baseUrl}/user/1`, { headers: emulator.headers })
  expect(response.status).toBe(404)
})

test('an assertion that does not hold', ({ emulator }) => {
  emulator.fault({ operation: 'get_courses', with: { status: 503 } })
  expect(emulator.rows('courses')).toEqual([])
})

test('an expectation that does not hold', async ({ emulator }) => {
  await fetch(`${emulator.baseUrl}/users/1`, { headers: emulator.headers })
  expect(emulator).toHaveReceived('get_user_by_id', { params: { id: 2 } })
})
