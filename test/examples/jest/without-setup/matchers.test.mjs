/** The matchers without the setup file, and a test that fails. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { setupEmulator } from 'course-admin-emulator/node'

const emulator = setupEmulator({ world: 'empty' })
beforeAll(() => void emulator.listen())
afterAll(() => emulator.close())

const get = (path) => fetch(emulator.baseUrl + path, { headers: emulator.headers })

test('has the matchers', async () => {
  await get('/courses')
  expect(emulator).toHaveReceived('get_courses')
})

test('fails with the journal', async () => {
  expect((await get('/users')).status).toBe(204)
})

test('loads the package again in a test', async () => {
  const again = await import('course-admin-emulator/node?again')
  expect(again.setupEmulator).toBeInstanceOf(Function)
})
