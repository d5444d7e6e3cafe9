/** The verdicts of integrations that do nothing, tell nothing, or never end. */
import { describe, expect, test } from 'vitest'
import { assertConverges, ConvergenceError, explore } from '../../../src/explore.ts'
import type { ExploreOptions } from '../../../src/conformance/explore/explore-options.ts'
import { scenario, type Connect } from '../../../src/scenarios.ts'

/** Two users change their names, one after the other. */
const renames = scenario(
  'renames',
  {
    summary: 'Two users change their last names.',
    given: (emulator) => ({
      mia: emulator.given('users', { last_name: 'Berg' }),
      tom: emulator.given('users', { last_name: 'Jansen' }),
    }),
  },
  async ({ emulator, step, given: { mia, tom } }) => {
    await step('Mia marries', () => emulator.act.updateUser({ user: mia, last_name: 'Dekker' }))
    await step('Tom marries', () => emulator.act.updateUser({ user: tom, last_name: 'Visser' }))
  },
)

interface Mirror {
  names: Record<number, string>
  problems: string[]
}

/** Mirrors last names: reads the user of each event, and all users in a synchronization. */
const mirror =
  (change: Partial<ReturnType<Connect>> | ((mirror: Mirror) => object) = {}): Connect =>
  ({ baseUrl, token, fetch, sleep }) => {
    const own: Mirror = { names: {}, problems: [] }
    const headers = { authorization: `Bearer ${token}` }
    async function get(path: string): Promise<unknown> {
      for (let attempt = 1; ; attempt += 1) {
        const response = await fetch(baseUrl + path, { headers }).catch(() => undefined)
        const body = response?.ok ? await response.json().catch(() => undefined) : undefined
        if (body !== undefined) return body
        if (attempt === 100) throw new Error(`no answer to ${path}`)
        await sleep('1m')
      }
    }
    const integration = {
      async fetch(request: Request) {
        const { event_data } = (await request.json()) as { event_data: { id: number } }
        const user = (await get(`/users/${event_data.id}`)) as { last_name: string }
        own.names[event_data.id] = user.last_name
        return new Response(null, { status: 204 })
      },
      async resync() {
        const users = (await get('/users?per_page=100')) as { id: number; last_name: string }[]
        for (const { id, last_name } of users) if (id > 1) own.names[id] = last_name
      },
      state: () => own.names,
      problems: () => own.problems,
    }
    return { ...integration, ...(typeof change === 'function' ? change(own) : change) }
  }

const short: ExploreOptions = { depth: 1, runs: 60 }

test('a correct mirror converges', { timeout: 30_000 }, async () => {
  const exploration = await explore(renames, mirror(), { ...short, runs: 500 })
  assertConverges(exploration)
  expect(exploration.coverage).toMatch(
    /^all \d+ schedules with one deviation, all \d+ with a second one that the first leads to$/,
  )
  expect(exploration.verdicts.converged).toBeGreaterThan(20)
})

describe('an exploration without a comparison is not ok', () => {
  test.each([
    [
      'ignores every webhook',
      mirror({ fetch: () => new Response(null, { status: 204 }) }),
      'inconclusive',
    ],
    ['makes no call', () => ({ fetch: () => 204, state: () => Math.PI }), 'inconclusive'],
    ['has a constant state', mirror({ state: () => ({ names: 2 }) }), 'inconclusive'],
    ['reports a problem in any case', mirror({ problems: () => ['it rains'] }), 'inconclusive'],
  ] as [string, Connect, string][])('an integration that %s', async (_, connect, verdict) => {
    const exploration = await explore(renames, connect, short)
    expect(exploration.ok).toBe(false)
    expect(exploration.failures.map((failure) => failure.verdict)).toEqual([verdict])
    expect(() => assertConverges(exploration)).toThrow(ConvergenceError)
  })
})

describe('an integration that does not end well has a verdict', () => {
  const neverSettles = new Promise<never>(() => {})

  test.each([
    ['throws in connect', () => fail('no database'), 'failed', '`connect` threw no database'],
    ['never connects', () => neverSettles, 'hung', '`connect` never settles'],
    [
      'throws in state',
      mirror({ state: () => fail('no state') }),
      'failed',
      '`state` threw no state',
    ],
    [
      'never answers a delivery',
      mirror({ fetch: () => neverSettles }),
      'hung',
      'a promise of the integration never settles',
    ],
    [
      'never ends a synchronization',
      mirror({ resync: () => neverSettles }),
      'hung',
      'a promise of the integration never settles',
    ],
  ] as [string, Connect, string, string][])('%s', async (_, connect, verdict, reason) => {
    const { failures, ok } = await explore(renames, connect, short)
    expect(ok).toBe(false)
    expect(failures.map((each) => [each.verdict, each.reason])).toEqual([[verdict, reason]])
  })

  test('floods the service with calls', { timeout: 30_000 }, async () => {
    const { failures } = await explore(
      renames,
      ({ baseUrl, fetch }) => ({
        async fetch() {
          for (;;) await fetch(`${baseUrl}/users`)
        },
      }),
      short,
    )
    expect(failures.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['hung', 'the integration made more than 5000 calls'],
    ])
  })

  test('sleeps for ever', async () => {
    const { failures } = await explore(
      renames,
      ({ sleep }) => ({
        async fetch() {
          for (;;) await sleep('1h')
        },
      }),
      short,
    )
    expect(failures.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      [
        'hung',
        'the integration is not idle within 7 days: it sleeps again and again. For work at intervals, return `resync` with `pollEvery`',
      ],
    ])
    expect(failures[0]?.transcript).toContain('… 501 moves of the clock left out')
  })

  test('reads at intervals in a loop of its own', { timeout: 30_000 }, async () => {
    const { failures } = await explore(
      renames,
      ({ baseUrl, fetch, sleep }) => {
        const poll = async (): Promise<void> => {
          for (;;) {
            await fetch(`${baseUrl}/users`)
            await sleep('10s')
          }
        }
        void poll()
        return { fetch: () => new Response(null, { status: 204 }) }
      },
      short,
    )
    expect(failures.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      [
        'hung',
        'the integration made more than 5000 calls: it sleeps again and again. For work at intervals, return `resync` with `pollEvery`',
      ],
    ])
  })

  test('rejects a promise that nothing handles', async () => {
    const { failures } = await explore(
      renames,
      mirror(() => ({
        resync() {
          void Promise.reject(new Error('no handler'))
        },
      })),
      short,
    )
    expect(failures[0]).toMatchObject({
      verdict: 'failed',
      reason: 'unhandled rejection: no handler',
    })
  })
})

test('an integration that gives up after one failed call fails, and its replay fails too', async () => {
  const givesUp: Connect = (connection) => {
    const sleep = () => Promise.reject(new Error('it gives up'))
    return mirror({})({ ...connection, sleep })
  }
  const noRetry: Connect = (connection) => {
    const { fetch } = connection
    const once = async (...call: Parameters<typeof fetch>): Promise<Response> => {
      const response = await fetch(...call).catch(() => undefined)
      return response?.ok ? response : Response.json({ last_name: 'unknown' })
    }
    return mirror({})({ ...connection, fetch: once })
  }
  expect((await explore(renames, givesUp, short)).ok).toBe(true)
  const { failures } = await explore(renames, noRetry, { ...short, runs: 500 })
  expect(failures[0]).toMatchObject({ verdict: 'diverged' })
  const replay = failures[0]?.replay as string
  expect(replay).toMatch(/ at GET \/users/)
  expect((await explore(renames, noRetry, { replay })).ok).toBe(false)
  expect((await explore(renames, mirror(), { replay })).ok).toBe(true)
})

test('a replay that the run does not reach is inconclusive', async () => {
  const replay = '500 at DELETE /organizations/1/locations #1'
  const { failures, ok } = await explore(renames, mirror(), { replay })
  expect(ok).toBe(false)
  expect(failures).toMatchObject([{ verdict: 'inconclusive', replay }])
  expect(failures[0]?.reason).toBe(
    'the run did not reach "DELETE /organizations/1/locations #1"; it reached "GET /users/2 #1", "GET /users/3 #1", "GET /users?per_page=100 #1". The name is misspelt, or the scenario or the integration has changed, so explore it again without `replay`',
  )
})

test.each([
  ['500 at GET /users/2', 'GET /users/2 #1'],
  ['twice at user.updated id=3', 'user.updated id=3 #1'],
  ['500 at GET /users/2 #1; early at step', 'step 1'],
  ['500 at an unknown place', undefined],
])('the replay "%s" suggests the choice point "%s"', async (replay, suggestion) => {
  const { failures } = await explore(renames, mirror(), { replay })
  const reason = failures[0]?.reason ?? ''
  if (suggestion === undefined) expect(reason).not.toContain('did you mean')
  else expect(reason).toContain(`; did you mean "${suggestion}"? If not, the scenario or`)
})

test('a replay with two deviations is joined by a semicolon and a space', async () => {
  const replay = '500 at GET /users/2 #1; twice at user.updated id=3 #1'
  const { verdicts } = await explore(renames, mirror(), { replay })
  expect(verdicts).toEqual({ converged: 2 })
  for (const joint of [', ', ',', ';']) {
    const joined = explore(renames, mirror(), { replay: replay.replace('; ', joint) })
    await expect(joined).rejects.toThrow(
      '"twice at " follows another deviation without "; ". Join deviations with "; ".',
    )
  }
})

test('two different failures of one integration have two replays', async () => {
  const twoDefects: Connect = (connection) => {
    const { fetch } = connection
    const once = async (...call: Parameters<typeof fetch>): Promise<Response> => {
      const response = await fetch(...call).catch(() => Response.json({ last_name: 'absent' }))
      return response.ok ? response : Response.json({ last_name: 'unknown' })
    }
    return mirror({})({ ...connection, fetch: once })
  }
  const { failures } = await explore(renames, twoDefects, { depth: 2, runs: 150 })
  const replays = failures.map(({ replay }) => replay)
  expect(replays.length).toBeGreaterThan(2)
  expect(new Set(replays).size).toBe(replays.length)
})

test('a canceled exploration tells what it covered', async () => {
  const controller = new AbortController()
  const exploration = await explore(renames, mirror(), {
    ...short,
    signal: controller.signal,
    progress: ({ run }) => run === 5 && controller.abort(),
  })
  expect(exploration.coverage).toMatch(
    /^4 of \d+ schedules with one deviation; the exploration was canceled$/,
  )
  expect(exploration.schedules.notRun).toBeGreaterThan(0)
})

test('the progress has the number of known schedules, within the budget', async () => {
  const progressOf = async (options: ExploreOptions): Promise<(readonly [number, number])[]> => {
    const reported: (readonly [number, number])[] = []
    await explore(renames, mirror(), {
      deviations: ['deliveries'],
      ...options,
      progress: ({ run, runs }) => void reported.push([run, runs]),
    })
    return reported
  }
  const whole = await progressOf({ depth: 1 })
  const [plain, first] = whole
  expect([plain, first?.[0]]).toEqual([[1, 1], 2])
  expect(whole.at(-1)).toEqual([whole.length, whole.length])
  expect(first?.[1]).toBe(whole.length)
  expect((await progressOf({ depth: 1, runs: 4 })).at(-1)).toEqual([5, 5])
})

test('`expect` fails a schedule', async () => {
  const { failures } = await explore(renames, mirror(), {
    ...short,
    expect({ given: { mia }, emulator }) {
      expect(emulator.row('users', mia.id)?.last_name).toBe('Berg')
    },
  })
  expect(failures[0]).toMatchObject({ verdict: 'failed', replay: 'baseline' })
})

test('`expect` that returns false fails a schedule', async () => {
  const { failures } = await explore(renames, mirror(), { ...short, expect: () => false })
  const reason = '`expect` returned false. Throw an error that says what is wrong'
  expect(failures[0]).toMatchObject({ verdict: 'failed', reason })
})

test.each([
  [{ depht: 2 }, 'there is no key "depht"'],
  [
    { deviations: ['delivery'] },
    'there is no deviation kind "delivery". Did you mean "deliveries"?',
  ],
  [
    { deviations: ['all', 'instances'] },
    '"deviations" lists "all". Give "all" alone, or list the kinds.',
  ],
  [{ runs: 0 }, '"runs" is 0. Give a whole number from 1.'],
  [{ accept: ['fine'] }, 'there is no verdict "fine"'],
  [{ replay: 'nothing' }, '"nothing" is not a deviation at a choice point'],
  [{ replay: '404 at GET /users #1' }, 'Could not find the deviation "404"'],
])('%j is refused', async (options, message) => {
  const result = explore(renames, mirror(), options as never)
  await expect(result).rejects.toThrow(message)
})

function fail(message: string): never {
  throw new Error(message)
}
