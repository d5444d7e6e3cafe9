/** A run starts synchronized, and an integration without a webhook endpoint is polled. */
import { describe, expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import { type Connect, lmsFirstSync, scenario } from '../../../src/scenarios.ts'
import { mirror, renamesOf } from './mirror.ts'

interface User {
  readonly id: number
  readonly last_name: string
}

/** Mirrors all users, which include the administrator. */
const userMirror: Connect = ({ baseUrl, token, fetch, sleep }) => {
  let names: Record<number, string> = {}
  async function get(path: string): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(baseUrl + path, { headers }).catch(() => undefined)
      const body = response?.ok ? await response.json().catch(() => undefined) : undefined
      if (body !== undefined) return body
      if (attempt === 100) throw new Error(`no answer to ${path}`)
      await sleep('1m')
    }
  }
  return {
    async fetch(request) {
      const { event_data } = (await request.json()) as { event_data: { id: number } }
      const user = (await get(`/users/${event_data.id}`)) as User
      names[user.id] = user.last_name
      return new Response(null, { status: 204 })
    },
    async resync() {
      const users = (await get('/users?per_page=100')) as User[]
      names = Object.fromEntries(users.map((each) => [each.id, each.last_name]))
    },
    state: () => names,
  }
}

test('a mirror of all users converges without a synchronization in `connect`', async () => {
  assertConverges(await explore(renamesOf(2), userMirror, { depth: 1 }))
})

test('the calls of the start have no choice point, and the transcript begins with the first step', async () => {
  const { matrix, failures } = await explore(renamesOf(1), userMirror, {
    depth: 1,
    deviations: ['requests'],
    accept: [],
  })
  expect(matrix.rows.map(({ point }) => point)).toEqual([
    'GET /users/2 #1',
    'GET /users?per_page=100 #1',
  ])
  expect(failures.at(-1)?.transcript).toMatch(/^-- .*\n\n *\d+ {2}\d\d:\d\d:\d\d {2}step /)
})

test('a scenario can begin without a synchronization', async () => {
  const { failures } = await explore({ ...renamesOf(1), synchronized: false }, userMirror, {
    depth: 1,
  })
  expect(failures).toMatchObject([{ verdict: 'diverged', difference: [{ path: 'state.1' }] }])
})

describe('an integration without a webhook endpoint', () => {
  const poller: Connect = (connection) => {
    const { resync, state } = userMirror(connection) as Required<Awaited<ReturnType<Connect>>>
    return { resync, state }
  }

  test('is polled after each step, and receives no delivery', async () => {
    const exploration = await explore(renamesOf(2), poller, { depth: 1, accept: ['converged'] })
    assertConverges(exploration)
    expect(exploration.matrix.rows.map(({ point }) => point)).toEqual([
      'run',
      'GET /users?per_page=100 #1',
      'GET /users?per_page=100 #2',
      'GET /users?per_page=100 #3',
    ])
  })

  test('is polled in virtual time', async () => {
    const days = scenario('days', { given: renamesOf(1).given as never }, async (context) => {
      await context.step('Two hours pass', () => context.emulator.advance('2h'))
    })
    const minutes = new Set<number>()
    const timed: Connect = (connection) => {
      const startMs = connection.now().getTime()
      const resync = (): void => {
        minutes.add((connection.now().getTime() - startMs) / 60_000)
      }
      return { ...poller(connection), pollEvery: '30m', resync }
    }
    await explore(days, timed, { depth: 0 })
    expect([...minutes]).toEqual([0, 30, 60, 90, 120])
  })
})

test('an integration that does not start while the service is down starts a minute later', async () => {
  const strict: Connect = async (connection) => {
    const integration = await mirror()(connection)
    const { baseUrl, token, fetch } = connection
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${baseUrl}/users?per_page=100`, { headers })
    if (!response.ok) throw new Error(`the service answered ${response.status}`)
    await integration.resync?.()
    return integration
  }
  const starting = { ...renamesOf(1), synchronized: false }
  const options = { depth: 1, deviations: ['requests'] as const }
  const exploration = await explore(starting, strict, options)
  assertConverges(exploration)
  expect(exploration.matrix.rows[0]?.point).toBe('GET /users?per_page=100 #1')
})

test.each([
  { name: 'converges', state: {}, ok: true },
  { name: 'is inconclusive if its state stays empty', state: { state: () => ({}) }, ok: false },
])('an integration that reads everything in `connect` $name', async ({ state, ok }) => {
  const connect: Connect = async (connection) => {
    const own = await userMirror(connection)
    await own.resync?.()
    return { ...own, ...state }
  }
  const exploration = await explore(lmsFirstSync, connect, { depth: 1 })
  expect(exploration.failures.map(({ reason }) => reason)).toEqual(
    ok ? [] : ['`state()` never changes'],
  )
  expect(exploration.ok).toBe(ok)
})
