/** A test that uses the behaviour of a rejection; only `vitest.outside.test.ts` runs it. */
import { expect, test } from 'course-admin-emulator/vitest'

test('an enrollment is canceled once', async ({ emulator }) => {
  const { id } = emulator.given('enrollments', { status: 'canceled' })
  const url = `${emulator.baseUrl}/enrollments/${id}/cancel`
  expect((await fetch(url, { method: 'PUT', headers: emulator.headers })).status).toBe(422)
  // The call counts although the journal starts again.
  emulator.restore(emulator.save())
})
