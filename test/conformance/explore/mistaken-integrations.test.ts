/** What an exploration says about common mistakes in an integration, a scenario or a replay text. */
import { scenario } from 'course-admin-emulator/scenarios'
import { expect, test } from 'vitest'
import { checkIntegration } from '../../../src/check.ts'
import { type Connect, explore } from '../../../src/explore.ts'
import { mirror, renamesOf } from './mirror.ts'

const short = { depth: 1, deviations: ['deliveries'] } as const

const members: Record<string, { connect: Connect; reason: string }> = {
  'whose endpoint fails before its first call': {
    connect: ({ fetch, ...connection }) => ({
      fetch: async () => fetch(`${(connection as { url?: string }).url}/users`),
      state: () => 1,
    }),
    reason: 'no call reaches the service: Could not fetch "undefined/users"',
  },
  'whose endpoint fails after its first call': {
    connect: ({ baseUrl, token, fetch }) => ({
      async fetch() {
        await fetch(`${baseUrl}/users`, { headers: { authorization: `Bearer ${token}` } })
        throw new TypeError('labels is undefined')
      },
    }),
    reason: 'the endpoint accepts no delivery: labels is undefined (/',
  },
  'that refuses each signature': {
    connect: mirror(() => ({ fetch: () => 401 })),
    reason:
      'it answers 401; a signature is checked with `secret` of the connection and the time of `now`',
  },
  'whose state has the time of the machine': {
    connect: mirror((own) => ({ state: () => ({ ...own.names, at: Math.random() }) })),
    reason: 'each synchronization changes state.at, which no event leads to',
  },
}

test.each(Object.entries(members))('an integration %s', async (_, { connect, reason }) => {
  const { failures } = await explore(renamesOf(1), connect, short)
  expect(failures[0]?.reason).toContain(reason)
})

test('a path of `ignore` that begins with state', async () => {
  const connect = mirror(() => ({ ignore: ['state.at'] }))
  const { notes } = await explore(renamesOf(1), connect, short)
  expect(notes).toContainEqual(expect.stringContaining('leave out "state."'))
})

test('a scenario whose steps only give records', async () => {
  const given = scenario('gives', async ({ emulator, step }) => {
    await step('a user', () => void emulator.given('users'))
  })
  const { notes } = await explore(given, mirror(), { ...short, depth: 0 })
  expect(notes).toContainEqual(expect.stringContaining('`given` makes no event'))
  expect((await explore(renamesOf(1), mirror(), { ...short, depth: 0 })).notes).toEqual([])
})

test('a replay text of a generated scenario with a scenario, and the other way round', async () => {
  const generated = 'update user1 last_name | baseline'
  await expect(explore(renamesOf(1), mirror(), { replay: generated })).rejects.toThrow(
    'begins with acts, and is of a generated scenario. Leave out the scenario to replay it.',
  )
  await expect(explore(mirror(), { replay: '500 at GET /users/2 #1' })).rejects.toThrow(
    'which has no acts. It is of a scenario: give the scenario too.',
  )
})

test('members of an integration that say nothing alone', async () => {
  const polling = () => ({ state: () => 1, pollEvery: '30m' })
  await expect(checkIntegration(polling)).rejects.toThrow('`pollEvery`, and no `resync`')
  await expect(checkIntegration({ connect: mirror() } as never)).rejects.toThrow(
    'Give the function `connect` itself, and options after it.',
  )
})

test('members of a promise that was not awaited throw', async () => {
  const exploring = explore(renamesOf(1), mirror(), { depth: 0 })
  expect(() => Reflect.get(exploring, 'ok') as unknown).toThrow('Await it: `await explore(…)`.')
  await exploring
})
