/** What keeps an exploration from telling whether an integration is right fails it, with the reason. */
import { describe, expect, test } from 'vitest'
import { checkIntegration } from '../../../src/check.ts'
import { explore, type Exploration } from '../../../src/explore.ts'
import { type Connect, scenario } from '../../../src/scenarios.ts'
import { directory } from './correct/directory.ts'
import { writeBack } from './correct/write-back.ts'
import { mirror, renamesOf } from './mirror.ts'

const verdictOf = ({ failures: [failure] }: Exploration): readonly unknown[] => [
  failure?.verdict,
  failure?.reason,
]

describe('a state that all instances share', () => {
  const names = new Map<number, string>()
  const shared: Connect = ({ baseUrl, token, fetch }) => ({
    async fetch(request) {
      const { event_data } = (await request.json()) as { event_data: { id: number } }
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${baseUrl}/users/${event_data.id}`, { headers })
      if (!response.ok) return 503
      names.set(event_data.id, ((await response.json()) as { last_name: string }).last_name)
      return 204
    },
    resync: () => fetch(`${baseUrl}/users`, { headers: { authorization: `Bearer ${token}` } }),
    state: () => Object.fromEntries(names),
  })
  const reason = expect.stringMatching(
    /^`state\(\)` of a new instance is that of an earlier one\. Create the state inside `connect`/,
  )

  test('is inconclusive in a scenario', async () => {
    names.clear()
    expect(verdictOf(await explore(renamesOf(2), shared))).toEqual(['inconclusive', reason])
  })

  test('is inconclusive in generated scenarios', async () => {
    names.clear()
    const exploration = await explore(shared, { acts: ['*users*'], runs: 50 })
    expect(verdictOf(exploration)).toEqual(['inconclusive', reason])
  })
})

test('a state may have a value of each instance, such as the time of its start', async () => {
  const timed: Connect = async (connection) => {
    const integration = await mirror()(connection)
    const startedAt = performance.now()
    const names = async () => Object.entries((await integration.state?.()) as object)
    return {
      ...integration,
      state: async () => ({ startedAt, names: Object.fromEntries(await names()) }),
    }
  }
  const { failures, notes } = await explore(renamesOf(2), timed, { depth: 0 })
  expect(failures).toEqual([])
  expect(notes).toContainEqual(expect.stringContaining('state.startedAt'))
})

test('a call that no operation answers fails the baseline run', async () => {
  const misspelled = mirror(() => ({}), 'per_page=100')
  const calling: Connect = async (connection) => {
    const integration = await misspelled(connection)
    const { baseUrl, token, fetch } = connection
    const headers = { authorization: `Bearer ${token}` }
    return {
      ...integration,
      async resync() {
        await integration.resync?.()
        await fetch(`${baseUrl}/enrolments`, { headers })
      },
    }
  }
  const reason =
    'the service has no operation for the call GET /enrolments; the nearest is GET /enrollments'
  expect(verdictOf(await explore(renamesOf(2), calling))).toEqual(['failed', reason])
  expect(verdictOf(await explore(calling))).toEqual(['failed', reason])
})

test('a synchronization that always rejects is inconclusive in generated scenarios', async () => {
  const rejecting: Connect = async (connection) => ({
    ...(await directory()(connection)),
    resync: () => Promise.reject(new Error('no group of users')),
  })
  const exploration = await explore(rejecting, { runs: 50 })
  expect(verdictOf(exploration)).toEqual(['inconclusive', 'resync rejected: no group of users'])
})

test('a problem that the integration always reports does not end the exploration', async () => {
  const careful: Connect = async (connection) => ({
    ...(await directory()(connection)),
    problems: () => ['a user has no account'],
  })
  const exploration = await explore(careful, { acts: ['update users'], runs: 20 })
  expect(exploration.failures).toEqual([])
  expect(exploration.schedules.run).toBe(21)
})

test('an integration without a state that ignores every event is found by what it writes', async () => {
  const deaf: Connect = async (connection) => ({
    ...(await writeBack(connection)),
    fetch: () => 204,
  })
  expect(verdictOf(await explore(deaf))).toEqual([
    'inconclusive',
    expect.stringContaining('no delivery makes the integration call the service'),
  ])
  const enrolling = scenario(
    'enrolling',
    {
      given: (emulator) => ({
        user: emulator.given('users', { wants_newsletter: false }),
        edition: emulator.given('planned_courses', { status: 'planned' }),
      }),
    },
    async ({ emulator, step, given: { user, edition } }) => {
      await step('A user is enrolled', () =>
        emulator.act.enroll({ student: user, planned_course: edition }),
      )
    },
  )
  const reason = 'the final synchronization writes in the service what no event led to'
  expect(verdictOf(await explore(enrolling, deaf))).toEqual(['diverged', reason])
})

test('generated scenarios complete enrollments', async () => {
  const exploration = await explore(directory(), { acts: ['complete_enrollment'], runs: 5 })
  expect(exploration.coverage).toMatch(/concern this integration \(complete_enrollment\)/)
})

test('an integration with a wrong token is told that the service accepts no call', async () => {
  const wrong: Connect = (connection) => mirror()({ ...connection, token: 'wrong' })
  const reason = expect.stringMatching(
    /^the service accepts no call: it answers 403 to GET \/users/,
  )
  expect(verdictOf(await explore(renamesOf(2), wrong))).toEqual(['inconclusive', reason])
  expect(verdictOf(await explore(wrong))).toEqual(['inconclusive', reason])
})

test('an endpoint that throws in each delivery is named, with the place of its error', async () => {
  const throwing = mirror({
    fetch: () => Promise.reject(new TypeError('request.jsn is no function')),
  })
  expect(verdictOf(await explore(renamesOf(2), throwing))).toEqual([
    'inconclusive',
    expect.stringMatching(
      /^the endpoint accepts no delivery: request\.jsn is no function \(\S+obstacles\.test\.ts:\d+\)$/,
    ),
  ])
})

test('an integration without a state that never writes is inconclusive', async () => {
  const silent: Connect = async (connection) => {
    const { state: _, ...integration } = await directory()(connection)
    return integration
  }
  expect(verdictOf(await explore(silent, { acts: ['*users*'], runs: 20 }))).toEqual([
    'inconclusive',
    'the integration has no `state` and writes nothing in the service',
  ])
})

test('an update that the integration never reads again is found by a fresh start', async () => {
  const first: Connect = ({ baseUrl, token, fetch, storage }) => ({
    async resync() {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${baseUrl}/labels?per_page=100`, { headers })
      if (!response.ok) throw new Error(`the service answered ${response.status}`)
      const labels = (await response.json()) as { id: number; name: string }[]
      const ids = new Set(labels.map(({ id }) => `label ${id}`))
      for (const { id, name } of labels) storage.setIfAbsent(`label ${id}`, name)
      for (const [key] of storage.list('label ')) if (!ids.has(key)) storage.delete(key)
    },
    state: () => Object.fromEntries(storage.list('label ')),
  })
  const { failures } = await explore(first, { runs: 60 })
  expect(failures).toMatchObject([{ verdict: 'stale', replay: 'update label1 name | baseline' }])
})

test('a state in which each value differs between equal runs says nothing', async () => {
  let instances = 0
  const stamped: Connect = async (connection) => {
    const integration = await mirror()(connection)
    instances += 1
    const stamp = ` of instance ${instances}`
    const names = async () => Object.entries((await integration.state?.()) as object)
    return {
      ...integration,
      state: async () =>
        Object.fromEntries((await names()).map(([id, name]) => [id, String(name) + stamp])),
    }
  }
  const reason = expect.stringContaining('every value of `state()` depends on the run')
  expect(verdictOf(await explore(renamesOf(2), stamped))).toEqual(['inconclusive', reason])
})

test('calls of another address do not reach the service', async () => {
  const elsewhere: Connect = ({ fetch }) => ({
    async fetch() {
      await fetch('https://other.test/api/v1/users').catch(() => undefined)
      return 204
    },
  })
  const exploration = await explore(elsewhere, { acts: ['update users'], runs: 20 })
  expect(verdictOf(exploration)).toEqual([
    'inconclusive',
    expect.stringMatching(/^no call reaches the service: .*its origin is not https:/),
  ])
  expect(exploration.coverage).toMatch(/^no act concerns this integration/)
})

test('a state that shows the service before an event says nothing', async () => {
  const echoing: Connect = ({ emulator, baseUrl, token, fetch }) => ({
    async fetch() {
      await fetch(`${baseUrl}/users`, { headers: { authorization: `Bearer ${token}` } })
      return 204
    },
    state: () => emulator.rows('users').map(({ last_name }) => last_name),
  })
  const reason = expect.stringContaining('and not `emulator.rows`')
  for (const exploration of [
    await explore(echoing, { acts: ['update users'], runs: 20 }),
    await explore(renamesOf(1), echoing, { depth: 0 }),
  ])
    expect(verdictOf(exploration)).toEqual(['inconclusive', reason])
  const { checks } = await checkIntegration(echoing, { only: ['ordering'] })
  for (const { verdict, reason: said } of checks)
    expect([verdict, said]).toEqual(['inconclusive', reason])
}, 60_000)

test('an integration of an earlier call of `connect` is refused', async () => {
  let only: ReturnType<Connect> | undefined
  const shared: Connect = (connection) => (only ??= mirror()(connection))
  const reason = expect.stringContaining('returned the integration of an earlier call')
  const { failures } = await explore(renamesOf(1), shared, { runs: 5 })
  expect(failures).toMatchObject([{ verdict: 'failed', reason }])
})

test('an empty state that never changes is named', async () => {
  const empty: Connect = ({ baseUrl, token, fetch }) => ({
    async resync() {
      await fetch(`${baseUrl}/users`, { headers: { authorization: `Bearer ${token}` } })
    },
    state: () => ({}),
  })
  expect(verdictOf(await explore(empty, { acts: ['update users'], runs: 20 }))).toEqual([
    'inconclusive',
    expect.stringMatching(
      /; `state\(\)` is always \{\}: return what the integration keeps, or omit it$/,
    ),
  ])
})

test.each([undefined, null])('a state that is %s is named', async (value) => {
  const stateless: Connect = async (connection) => ({
    ...(await mirror()(connection)),
    state: () => value,
  })
  expect(verdictOf(await explore(renamesOf(1), stateless, { depth: 1 }))).toEqual([
    'inconclusive',
    '`state()` returns null or undefined at the end; return an object that has a value for each record',
  ])
})

describe('an endpoint of which no delivery has an effect', () => {
  const answering =
    (answer: () => number): Connect =>
    async (connection) => ({ ...(await directory()(connection)), fetch: answer })
  const only = 'no delivery makes the integration call the service or change `state()`'

  test.each<readonly [string, () => number, unknown]>([
    ['answers 404', () => 404, 'the endpoint accepts no delivery: it answers 404'],
    [
      'throws',
      () => {
        throw new TypeError('body is undefined')
      },
      expect.stringMatching(/^the endpoint accepts no delivery: body is undefined \(\S+:\d+\)$/),
    ],
    [
      'ignores each event',
      () => 204,
      `${only}; only a synchronization does. Leave out \`fetch\` if it polls`,
    ],
  ])('%s', async (_, answer, reason) => {
    const exploration = await explore(answering(answer), { acts: ['update users'], runs: 20 })
    expect(verdictOf(exploration)).toEqual(['inconclusive', reason])
  })

  test('says what it answers if no act makes the integration call', async () => {
    const fetch = () => new Response('no user in the body\n', { status: 500 })
    const deaf: Connect = () => ({ fetch, state: () => ({}) })
    expect(verdictOf(await explore(deaf, { acts: ['update users'], runs: 20 }))).toEqual([
      'inconclusive',
      'the endpoint accepts no delivery: it answers 500: no user in the body',
    ])
  })
})
