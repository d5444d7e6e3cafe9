/** Clients as people write them, none of which knows that it talks to an emulator in its own process. */
import { describe, expect, testWith } from 'course-admin-emulator/vitest'
import { Refused, TooMany } from './people.ts'
import { peopleWithAxios } from './with-axios.ts'
import { peopleWithFetch } from './with-fetch.ts'
import { peopleWithKy } from './with-ky.ts'
import { peopleWithNodeHttp } from './with-node-http.ts'
import { peopleWithUndici } from './with-undici.ts'

const test = testWith({ world: 'empty', rateLimit: { requestsPerWindowMax: 4 } })

const mia = { first_name: 'Mia', last_name: 'Jansen', email: 'mia@example.org' }

describe.each([
  ['fetch', peopleWithFetch],
  ['axios', peopleWithAxios],
  ['ky', peopleWithKy],
  ['node:http', peopleWithNodeHttp],
  ['undici', peopleWithUndici],
])('%s', (_, createPeople) => {
  test('follows the pages', async ({ emulator }) => {
    emulator.given('users', 4)
    const everybody = await createPeople(emulator).all()
    expect(everybody).toHaveLength(emulator.rows('users').length)
    expect(emulator).toHaveReceived('get_users', { query: { per_page: 2 }, times: 3 })
  })

  test('creates, and hears what is wrong', async ({ emulator }) => {
    const people = createPeople(emulator)
    const { id } = await people.add(mia)
    expect(emulator).toHaveRow('users', { id, ...mia })

    const refused = people.add({ ...mia, email: 'nowhere' })
    await expect(refused).rejects.toThrow(Refused)
    await expect(refused).rejects.toMatchObject({ problems: { email: [expect.any(String)] } })
    expect(emulator).toHaveReceived('create_user', { status: 422, times: 1 })
  })

  test('is told when to come back, and may', async ({ emulator }) => {
    const people = createPeople(emulator)
    for (const name of ['a', 'b', 'c', 'd']) {
      await people.add({ ...mia, email: `${name}@example.org` })
    }
    const tooMany = await people.add(mia).catch((error: unknown) => error)
    expect(tooMany).toBeInstanceOf(TooMany)
    const { retryAfterSeconds } = tooMany as TooMany
    expect(retryAfterSeconds).toBe(300)

    await emulator.advance(`${retryAfterSeconds}s`)
    expect(await people.add(mia)).toMatchObject(mia)
  })
})
