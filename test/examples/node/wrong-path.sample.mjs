/** A test that must fail; only `node.outside.test.ts` runs it. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setupEmulator } from 'course-admin-emulator/node'

const emulator = setupEmulator().listen()
afterEach(() => emulator.close())

test('reads a user', async () => {
  const response = await fetch(`${emulator.baseUrl}/user/2`, { headers: emulator.headers })
  assert.equal(response.status, 200)
})
