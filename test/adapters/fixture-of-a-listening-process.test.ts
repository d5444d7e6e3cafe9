/** The emulator of a test starts while an emulator of the process listens at the same address. */
import { setupEmulator } from 'course-admin-emulator/node'
import { test } from 'course-admin-emulator/vitest'
import { afterAll, beforeAll } from 'vitest'

let listening: ReturnType<typeof setupEmulator>
beforeAll(() => {
  listening = setupEmulator({ world: 'empty' }).listen()
})
afterAll(() => listening.close())

// Note: each request would reach both emulators.
test.fails('the test is refused', ({ emulator }) => {
  emulator.given('users')
})
