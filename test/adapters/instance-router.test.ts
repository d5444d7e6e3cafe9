/** Several emulators at one address: the token of a request selects one of them. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { createInstanceRouter } from '../../src/adapters/hosting/instance-router.ts'

test('a request with the token of an instance is answered by this instance', async () => {
  const router = createInstanceRouter()
  const emulators = ['a', 'b'].map((instanceKey) => {
    const each = createEmulator({ world: 'empty', instanceKey })
    router.add(each)
    return each
  })
  for (const { baseUrl, headers, journal } of emulators) {
    const request = new Request(`${baseUrl}/users`, { headers })
    expect((await router.respond(request)).status).toBe(200)
    expect(journal({ kind: 'request' })).toHaveLength(1)
  }
})
