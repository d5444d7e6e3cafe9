/** A test that relies on a create: run by vitest.outside.test.ts, and by nobody else. */
import { expect, test } from 'course-admin-emulator/vitest'

test('a variant is created', async ({ emulator }) => {
  const response = await fetch(`${emulator.baseUrl}/course_variants`, {
    method: 'POST',
    headers: emulator.headers,
    body: JSON.stringify({ name: 'Evening' }),
  })
  expect(response.status).toBe(201)
})
