/** A test whose receiver has a failed assertion, and one that takes a fixture. */
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { setupEmulator } from 'course-admin-emulator/jest'

const emulator = setupEmulator({ world: 'empty' })
beforeEach(() => {
  emulator.reset()
  emulator.listen()
})
afterEach(() => emulator.close())

test('an assertion in a receiver', async () => {
  const answer = async (request) => {
    expect((await request.json()).event).toBe('user.removed')
    return 204
  }
  emulator.receiver({ url: 'https://app.test/hooks', answer })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
})

test('a fixture of another runner', async ({ emulator }) => {
  emulator.given('users')
}, 300)

test('an emulator that is closed in the test', () => {
  const own = setupEmulator({ world: 'empty', baseUrl: 'https://own.test/api/v1' }).listen()
  try {
    expect(own).toHaveReceivedTimes('get_users', 1)
  } finally {
    own.close()
  }
})
