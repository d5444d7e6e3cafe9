/** Without a scenario, an exploration generates scenarios from the acts that concern the integration. */
import { describe, expect, test } from 'vitest'
import {
  assertConverges,
  explore,
  type ExploreOptions,
  mergeExplorations,
} from '../../../src/explore.ts'
import { type Connect, type Scenario, scenario } from '../../../src/scenarios.ts'
import { keptAccounts } from './correct/kept-accounts.ts'
import { directory, type DirectoryFlaw } from './correct/directory.ts'
import { forgetfulMirror } from './forgetful-mirror.ts'
import { connectFor, incorrectIntegrations } from './incorrect-integrations.ts'
import { mirror, renamesOf } from './mirror.ts'

/** The steps of the shortest scenario of each defect, and the deviations of its schedule. */
const shortest: Readonly<Record<DirectoryFlaw, readonly [steps: number, deviations: number]>> = {
  'ignores updates': [1, 0],
  'ignores merges': [1, 0],
  'reads the first page only': [1, 0],
  'acknowledges a failed read': [1, 1],
  'trusts the order of deliveries': [2, 1],
}

/** The acts that show the defect which needs two of them. The others are found among all acts. */
const actsFor: Partial<Record<DirectoryFlaw, readonly string[]>> = {
  'trusts the order of deliveries': ['merge_users', 'update user1 last_name'],
}

/** Runs the code of a printed scenario. */
function scenarioFrom(code: string): Scenario {
  return new Function('scenario', `${code}\nreturn generated`)(scenario) as Scenario
}

test('a correct integration passes, and the result names the acts that concern it', async () => {
  const exploration = await explore(directory(), { runs: 120 })
  assertConverges(exploration)
  expect(exploration.schedules.run).toBe(121)
  expect(exploration.coverage).toMatch(/^50 acts concern this integration \(cancel_enrollment, /)
  expect(exploration.coverage).not.toContain('attendance')
}, 120_000)

test('a sequence without a deviation runs once for all its deviations', async () => {
  let connected = 0
  const connect: Connect = (connection) => {
    connected += 1
    return directory()(connection)
  }
  const exploration = await explore(connect, { runs: 1_000 })
  assertConverges(exploration)
  expect(connected / exploration.schedules.run).toBeLessThan(2.2)
}, 120_000)

test('work after the answer to a delivery is not taken for a state of the service', async () => {
  const row = incorrectIntegrations.find(({ name }) => name === 'replacesWaitingEvents')
  if (!row) throw new Error('there is no such integration')
  const exploration = await explore(connectFor(row.create, row), { until: 'first', runs: 50 })
  expect(exploration.failures.map(({ verdict }) => verdict)).toEqual(['diverged'])
}, 120_000)

describe.each(Object.keys(shortest) as DirectoryFlaw[])('an integration that %s', (flaw) => {
  test('fails with the shortest scenario, which fails and passes alone', async () => {
    const acts = actsFor[flaw]
    const exploration = await explore(directory(flaw), { until: 'first', ...(acts && { acts }) })
    const [failure] = exploration.failures
    const { replay = '', code = '', deviations = [] } = failure ?? {}
    const [steps = '', schedule = ''] = replay.split(' | ')
    expect([steps.split(', ').length, deviations.length]).toEqual(shortest[flaw])

    const replayed = await explore(directory(flaw), { replay })
    expect(replayed.failures).toMatchObject([{ replay, verdict: failure?.verdict }])

    const alone = scenarioFrom(code)
    const flawed = await explore(alone, directory(flaw), { replay: schedule })
    expect(flawed.failures).toMatchObject([{ verdict: failure?.verdict }])
    assertConverges(await explore(alone, directory(), { replay: schedule }))
  }, 120_000)
})

test('the replay of a failure is judged like the run that failed, also if a step moves time', async () => {
  const acts = ['complete_enrollment', 'delete_user']
  const replay =
    'complete_enrollment enrollment2 passed, short pause, delete_user user2 | slow at GET /enrollments?per_page=100&student_id=3&with_canceled=false #1'
  const row = incorrectIntegrations.find(({ name }) => name === 'handlesInParallel')!
  const flawed = await explore(connectFor(row.create, row), { acts, replay })
  expect(flawed.verdicts).toEqual({ converged: 1, diverged: 1 })
  assertConverges(await explore(connectFor(row.correct, row), { acts, replay }))
}, 60_000)

const rareMoments: readonly (readonly [moment: string, name: string, ExploreOptions, RegExp])[] = [
  [
    'an act during a synchronization',
    'dropsEventsDuringAResync',
    { acts: ['update users'], steps: 1, deviations: ['requests'] },
    /^synchronization, short pause, update user1 .+ \| slow(-5s)? at GET \S+ #\d$/,
  ],
  [
    'an act on a record that has no key of another system',
    'lateMapping',
    {
      acts: ['merge_users user1 user3', 'create enrollments user3'],
      steps: 2,
      deviations: ['requests'],
    },
    /^create enrollments user3, short pause, merge_users user1 user3 \| slow(-5s)? at GET \S+ #\d$/,
  ],
  [
    'a second crash, while the work is resumed after the first one',
    'resumesAJobOnce',
    { acts: ['create enrollments'], steps: 1, depth: 2, deviations: ['crashes'] },
    /^create enrollments.* \| crash-\S+ at .+; crash-after-write at set resumed\S+ #1$/,
  ],
]

test.each(rareMoments)(
  '%s: %s fails, and the correct version passes',
  async (...row) => {
    const [, name, options, replay] = row
    const integration = incorrectIntegrations.find((each) => each.name === name)!
    const { create, correct } = integration
    const { failures } = await explore(connectFor(create, integration), {
      ...options,
      until: 'first',
    })
    expect(failures[0]?.replay).toMatch(replay)
    assertConverges(await explore(connectFor(correct, integration), { ...options, runs: 200 }))
  },
  120_000,
)

/** Mirrors the names of users, of a new one as its event tells, also after it was removed. */
const resurrecting =
  (readsAgain: boolean): Connect =>
  ({ baseUrl, token, fetch }) => {
    let names: Record<string, string> = {}
    const headers = { authorization: `Bearer ${token}` }
    const readAll = async (): Promise<void> => {
      const read: Record<string, string> = {}
      for (let url: string | undefined = `${baseUrl}/users?per_page=100`; url !== undefined;) {
        const response: Response = await fetch(url, { headers })
        if (!response.ok) throw new Error(`the service answers ${response.status}`)
        for (const user of (await response.json()) as { id: number; last_name: string }[])
          read[user.id] = user.last_name
        url = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      }
      names = read
    }
    return {
      async fetch(request) {
        const { event, event_data: user } = (await request.json()) as {
          event: string
          event_data: { id: number; last_name: string }
        }
        if (event === 'user.created' && !readsAgain) names[user.id] = user.last_name
        else if (event.startsWith('user.')) await readAll()
        return new Response(null, { status: 204 })
      },
      resync: readAll,
      state: () => names,
    }
  }

test('an account is kept whose user is merged before its enrollment is read, and this is no failure', async () => {
  const acts = ['create enrollments user3', 'merge_users user1 user3']
  const options = { acts, steps: 2, deviations: ['requests'] } as const
  assertConverges(await explore(keptAccounts, options))
}, 60_000)

test('acts with ! are left out of those that others name, or of all', async () => {
  const coverageOf = async (acts: readonly string[]): Promise<string> =>
    (await explore(directory(), { acts, depth: 0, steps: 1 })).coverage
  const some = await coverageOf(['*user*', '!merge_users', '!remove *'])
  expect(some).toMatch(/delete_user.*create users/)
  expect(some).not.toMatch(/merge_users|remove/)
  const all = await coverageOf(['!merge_users'])
  expect(all).toContain('delete_user')
  expect(all).not.toContain('merge_users')
  await expect(coverageOf(['!merge_user'])).rejects.toThrow('Did you mean "merge_users"?')
})

test('acts follow the creation of a record, and concern this record', async () => {
  const options = { acts: ['create users', 'remove users'], deviations: ['deliveries'] } as const
  const { failures } = await explore(resurrecting(false), { ...options, until: 'first' })
  const { replay = '', code = '' } = failures[0] ?? {}
  expect(replay).toMatch(/^create users, remove newUser \| late at user\.created id=\d+ #1$/)
  expect(code).toContain(
    "const newUser = await step('create users', () => emulator.act.create('users'",
  )
  expect(code).toContain("emulator.act.remove('users', newUser)")
  expect((await explore(resurrecting(false), { ...options, replay })).ok).toBe(false)
  const [, schedule = ''] = replay.split(' | ')
  const alone = scenarioFrom(code)
  expect((await explore(alone, resurrecting(false), { replay: schedule })).ok).toBe(false)
  assertConverges(await explore(alone, resurrecting(true), { replay: schedule }))
}, 60_000)

test('a value is also cleared', async () => {
  /** Mirrors the email addresses of accounts, and takes null for a value that was not sent, or not. */
  const emails =
    (keepsOld: boolean): Connect =>
    ({ baseUrl, token, fetch }) => {
      const known: Record<string, string | null> = {}
      const headers = { authorization: `Bearer ${token}` }
      const readAll = async (): Promise<void> => {
        const response = await fetch(`${baseUrl}/accounts?per_page=100`, { headers })
        if (!response.ok) throw new Error(`the service answers ${response.status}`)
        for (const { id, email } of (await response.json()) as { id: number; email: null }[])
          known[id] = keepsOld ? (email ?? known[id] ?? null) : email
      }
      return { resync: readAll, state: () => known }
    }
  const options = { acts: ['update accounts'], steps: 1 } as const
  const { failures } = await explore(emails(true), { ...options, until: 'first' })
  expect(failures).toMatchObject([
    { verdict: 'stale', replay: 'update account1 email null | baseline' },
  ])
  expect(failures[0]?.code).toContain('{ email: null }')
  assertConverges(await explore(emails(false), options))
}, 60_000)

describe('an integration with pages of 100', () => {
  const acts = ['create users', 'create enrollments']

  test('fails with a list that has a second page, if it reads the first page only', async () => {
    const flawed = directory('reads the first page only', 100)
    const { failures } = await explore(flawed, { acts, until: 'first' })
    expect(failures[0]?.replay).toBe('fill users, create users | baseline')
    const alone = scenarioFrom(failures[0]?.code ?? '')
    expect((await explore(alone, flawed)).failures[0]).toMatchObject({ verdict: 'diverged' })
    assertConverges(await explore(alone, directory(undefined, 100), { depth: 0 }))
  }, 120_000)

  test('passes if it reads each page, also when a list changes between two pages', async () => {
    const exploration = await explore(directory(undefined, 100), { acts, steps: 1, runs: 150 })
    assertConverges(exploration)
    expect(exploration.schedules.run).toBe(151)
  }, 120_000)
})

test('the same seed gives the same result', async () => {
  const run = () => explore(directory('ignores merges'), { runs: 60, acts: ['*user*'] })
  const [first, again] = [await run(), await run()]
  expect(JSON.stringify(again)).toBe(JSON.stringify(first))
  expect(first.ok).toBe(false)
}, 120_000)

test('the results of shards are merged into one', async () => {
  const run = (shard: string) =>
    explore(directory('ignores merges'), { runs: 40, shard, acts: ['*user*'], steps: 1 })
  const shards = [await run('1/2'), await run('2/2')]
  const merged = mergeExplorations(shards.map((each) => each.toJSON()))
  const whole = await explore(directory('ignores merges'), {
    runs: 40,
    acts: ['*user*'],
    steps: 1,
    deviations: ['deliveries'],
  })
  const actsOf = (exploration: typeof whole) => exploration.coverage.split(';')[0]
  expect(actsOf(merged)).toBe(actsOf(whole))
  const failing = merged.failures.map(({ replay }) => replay)
  for (const { replay } of whole.failures) expect(failing).toContain(replay)
}, 120_000)

test.each<{ options: ExploreOptions; reason: string }>([
  { options: { acts: ['create users'] }, reason: '"acts" is ["*user*"] in the shard 1/2, and' },
  { options: { steps: 2 }, reason: '"steps" is 1 in the shard 1/2, and 2 in the shard 2/2' },
])(
  'a shard with the other options $options is refused',
  async ({ options, reason }) => {
    const given: ExploreOptions = { depth: 0, runs: 2, acts: ['*user*'], steps: 1 }
    const first = await explore(directory(), { ...given, shard: '1/2' })
    const second = await explore(directory(), { ...given, ...options, shard: '2/2' })
    const merge = () => mergeExplorations([first.toJSON(), second.toJSON()])
    expect(merge).toThrow(`Could not merge explorations: the option ${reason}`)
  },
  120_000,
)

test('until first also ends the exploration of a scenario', async () => {
  const exploration = await explore(renamesOf(2), forgetfulMirror(), { until: 'first' })
  expect(exploration.failures).toMatchObject([{ count: 1 }])
  expect(exploration.schedules.notRun).toBeGreaterThan(0)
})

test('an integration that nothing concerns is inconclusive', async () => {
  const idle: Connect = ({ fetch, baseUrl, token }) => ({
    fetch: () => 204,
    async resync() {
      await fetch(`${baseUrl}/educators/current`, { headers: { authorization: `Bearer ${token}` } })
    },
    state: () => ({ ready: true }),
  })
  const exploration = await explore(idle)
  expect(exploration.ok).toBe(false)
  expect(exploration.failures).toMatchObject([
    {
      verdict: 'inconclusive',
      reason: 'no act of the service makes the integration call the service or change `state()`',
    },
  ])
}, 120_000)

/** An integration that handles only some events, and never synchronizes. */
const eventsOnly =
  (prefix: string): Connect =>
  async (connection) => {
    const { fetch, state } = await mirror()(connection)
    return {
      async fetch(request, receiver) {
        const { event } = (await request.clone().json()) as { event: string }
        return event.startsWith(prefix) ? fetch!(request, receiver) : 204
      },
      state: state!,
    }
  }

test.each(['user.', 'user.updated'])(
  'acts are found for an integration without a synchronization that handles %s',
  async (prefix) => {
    const exploration = await explore(eventsOnly(prefix), { runs: 300, until: 'first' })
    expect(exploration.coverage).toContain('update users')
    // Note: nothing makes up for a lost notification.
    expect(exploration.failures.map(({ replay }) => replay)).toEqual([
      expect.stringMatching(/ \| undelivered at user\./),
    ])
  },
  120_000,
)

test.each([
  [{ acts: [] }, 'Give a list such as ["*user*"].'],
  [{ acts: ['updateUser'] }, 'there is no act "updateUser". Did you mean "update users"?'],
  [{ acts: ['user'] }, 'there is no act "user". Did you mean "users"?'],
  [{ acts: ['users', '*usr*'] }, 'there is no act "*usr*"'],
  [{ steps: 0 }, '"steps" is 0'],
  [{ until: 'last' }, 'Give "first", or omit it.'],
  [
    { replay: 'update user9 name | baseline' },
    '"replay" names the act "update user9 name", which is unknown',
  ],
])('explore without a scenario with %j', async (options, reason) => {
  await expect(explore(directory(), options as never)).rejects.toThrow(reason)
})

test('an act that does not concern the integration is no mistake', async () => {
  const acts = ['approve_order', 'update course_locations', 'update user3 first_name']
  const { failures } = await explore(directory(), { acts })
  const reason =
    'no act that `acts` names makes the integration call the service or change `state()`'
  expect(failures).toMatchObject([{ reason }])
}, 60_000)
