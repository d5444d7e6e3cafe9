/** A client that brings its own dispatcher, which no interception reaches, and the server that it reaches. */
import { setupEmulator } from 'course-admin-emulator/node'
import { startServer } from 'course-admin-emulator/server'
import { Agent, request } from 'undici'
import { expect, test } from 'vitest'
import { Refused, TooMany } from './people.ts'
import { peopleWithUndici } from './with-undici.ts'

const mia = { first_name: 'Mia', last_name: 'Jansen', email: 'mia@example.org' }

test('works against a server', async () => {
  const rateLimit = { requestsPerWindowMax: 5 }
  await using server = await startServer({ port: 0, world: 'empty', clock: 'virtual', rateLimit })
  const { emulator } = server
  emulator.given('users', 4)
  const people = peopleWithUndici(server)
  expect(await people.all()).toHaveLength(emulator.rows('users').length)
  expect(await people.add(mia)).toMatchObject(mia)
  await expect(people.add({ ...mia, email: 'nowhere' })).rejects.toThrow(Refused)
  await expect(people.add(mia)).rejects.toThrow(TooMany)
  expect(emulator.received('create_user').map(({ status }) => status)).toEqual([201, 422, 429])
})

test('is not intercepted with an agent of its own, where fetch is', async () => {
  // Note: a closed server gives a port that no process listens on.
  const { baseUrl, close } = await startServer({ port: 0, world: 'empty', clock: 'virtual' })
  await close()
  using emulator = setupEmulator({ world: 'empty', baseUrl }).listen()
  const { headers } = emulator
  expect((await fetch(`${baseUrl}/users`, { headers })).status).toBe(200)
  const dispatcher = new Agent()
  await expect(request(`${baseUrl}/users`, { headers, dispatcher })).rejects.toThrow('ECONNREFUSED')
  expect(emulator.received('get_users')).toHaveLength(1)
  await dispatcher.close()
})
