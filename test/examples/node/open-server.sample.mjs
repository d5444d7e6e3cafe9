/** A test that does not close its server. `node.outside.test.ts` runs it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from 'course-admin-emulator/server'

test('reads the users', async () => {
  const { baseUrl, token } = await startServer({ port: 0, world: 'empty' })
  const headers = { authorization: `Bearer ${token}` }
  assert.equal((await fetch(`${baseUrl}/users`, { headers })).status, 200)
})
