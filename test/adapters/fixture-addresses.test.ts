/** Addresses that emulators intercept while the fixture of a test intercepts its own. */
import { setupEmulator } from 'course-admin-emulator/node'
import { describe, expect, test } from 'course-admin-emulator/vitest'

describe("in a fixture's test", () => {
  test('a second emulator cannot listen at the same address', async ({ emulator }) => {
    const second = setupEmulator({ world: 'empty' })
    expect(() => second.listen()).toThrow(
      'Could not listen: the emulator of the running test already intercepts https://service.test/api/v1',
    )
    await fetch(`${emulator.baseUrl}/users`, { headers: emulator.headers })
    expect(emulator).toHaveReceived('get_users', { times: 1 })
  })

  test('a second emulator can listen at another address', async ({ emulator }) => {
    using second = setupEmulator({ world: 'empty', baseUrl: 'https://other.test/api/v1' }).listen()
    for (const { baseUrl, headers } of [emulator, second]) {
      expect((await fetch(`${baseUrl}/users`, { headers })).status).toBe(200)
    }
  })
})
