/** A test that relies on a refusal: run by vitest.outside.test.ts, and by nobody else. */
import { expect, test } from 'course-admin-emulator/vitest'

test('an enrollment is canceled once', async ({ emulator }) => {
  const { id } = emulator.given('enrollments', { status: 'canceled' })
  const url = `${emulator.baseUrl}/enrollments/${id}/cancel`
  expect((await fetch(url, { method: 'PUT', headers: emulator.headers })).status).toBe(422)
})
