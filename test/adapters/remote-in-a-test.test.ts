/** A test that has an emulator of its own, and uses one on a server too. */
import { connectEmulator } from 'course-admin-emulator/node'
import { startServer } from 'course-admin-emulator/server'
import { expect, test } from 'course-admin-emulator/vitest'

test('the base URL of a server is not that of the emulator of the test', async ({ emulator }) => {
  await using server = await startServer({ port: 0, world: 'empty' })
  await using other = await connectEmulator(server.baseUrl, { world: 'empty' })
  expect(await other.rows('users')).toHaveLength(1)
  expect(emulator.journal()).toEqual([])
})
