/** A test that uses the behaviour of a create; only `vitest.outside.test.ts` runs it. */
import { expect, test } from 'course-admin-emulator/vitest'

test('a variant is created', async ({ emulator }) => {
  const response = await fetch(`${emulator.baseUrl}/course_variants`, {
    method: 'POST',
    headers: { ...emulator.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Evening' }),
  })
  expect(response.status).toBe(201)
  // The call counts although the journal starts again.
  emulator.reset()
})
