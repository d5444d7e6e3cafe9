/** A test with an unhandled call, and one without. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { setupEmulator } from 'course-admin-emulator/node'

const emulator = setupEmulator({ world: 'empty' })
beforeAll(() => void emulator.listen())
afterAll(() => emulator.close())

const get = (path) => fetch(emulator.baseUrl + path, { headers: emulator.headers })

test('with an unhandled call', async () => {
  await get('/coures')
})

test('without one', async () => {
  expect((await get('/courses')).status).toBe(200)
})
