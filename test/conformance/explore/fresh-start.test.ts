/** The end of the baseline run is compared with an instance that starts with an empty storage. */
import { describe, expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import { type Connect, type Integration, scenario } from '../../../src/scenarios.ts'
import { mirror, renamesOf } from './mirror.ts'

const noStorage =
  'no crashes, no storage: the integration writes nothing to `storage`. Keep there what must survive a crash'

interface User {
  readonly id: number
  readonly last_name: string
}

/** Mirrors all users. `keep` decides what happens to what it knows. */
const userMirror =
  (
    apply: (known: Map<number, string>, users: readonly User[], isComplete: boolean) => void,
    change: (known: Map<number, string>, now: Date) => Partial<Integration> = () => ({}),
  ): Connect =>
  ({ baseUrl, token, fetch, now }) => {
    const known = new Map<number, string>()
    const headers = { authorization: `Bearer ${token}` }
    const list = async (): Promise<User[]> =>
      (await (await fetch(`${baseUrl}/users?per_page=100`, { headers })).json()) as User[]
    return {
      async fetch(request) {
        const { event_data } = (await request.json()) as { event_data: { id: number } }
        const users = await list()
        apply(
          known,
          users.filter(({ id }) => id === event_data.id),
          false,
        )
        return new Response(null, { status: 204 })
      },
      async resync() {
        apply(known, await list(), true)
      },
      state: () => Object.fromEntries(known),
      ...change(known, now()),
    }
  }

const insertOnly = userMirror((known, users) => {
  for (const { id, last_name } of users) if (!known.has(id)) known.set(id, last_name)
})

const update = (known: Map<number, string>, users: readonly User[]): void => {
  for (const { id, last_name } of users) known.set(id, last_name)
}

const newUser = scenario(
  'new-user',
  { given: (emulator) => emulator.given('users', { last_name: 'Berg' }) },
  async ({ emulator, step, given: user }) => {
    await step('A user marries', () => emulator.act.updateUser({ user, last_name: 'Dekker' }))
    await step('Another user appears', () => emulator.act.create('users', { last_name: 'Visser' }))
  },
)

test('an integration that inserts users and ignores every later change is stale', async () => {
  const { failures, text } = await explore(newUser, insertOnly, { depth: 1 })
  expect(failures).toMatchObject([
    {
      verdict: 'stale',
      replay: 'baseline',
      difference: [{ path: 'state.2', expected: 'Dekker', actual: 'Berg' }],
      compared: { expected: 'fresh start', actual: 'this run' },
    },
  ])
  expect(text).toContain('state.2: fresh start "Dekker" · this run "Berg"')
})

test('an integration that never inserts after its first synchronization misses a value', async () => {
  let isFirst = true
  const updateOnly: Connect = (connection) => {
    isFirst = true
    return userMirror((known, users) => {
      const own = users.filter(({ id }) => isFirst || known.has(id))
      isFirst = false
      update(known, own)
    })(connection)
  }
  const { failures } = await explore(newUser, updateOnly, { depth: 1 })
  expect(failures).toMatchObject([{ verdict: 'missing', difference: [{ path: 'state.3' }] }])
})

const deletion = scenario(
  'deletion',
  { given: (emulator) => emulator.given('users', { last_name: 'Berg' }) },
  async ({ emulator, step, given: user }) => {
    await step('A user marries', () => emulator.act.updateUser({ user, last_name: 'Dekker' }))
    await step('The user is deleted', () => emulator.act.deleteUser({ user }))
  },
)

describe('a record that is kept', () => {
  const keeps = userMirror(update)

  test('is a note', async () => {
    const { notes } = await explore(deletion, keeps, { depth: 0 })
    expect(notes).toEqual(['state.*: kept, although a fresh start does not have it (1)'])
  })

  test('is left out by `ignore`', async () => {
    const ignoring = userMirror(update, (known) => ({
      state: () => ({ users: Object.fromEntries(known), count: known.size }),
      ignore: ['users', 'user.*.seen'],
    }))
    const { notes } = await explore(deletion, ignoring, { depth: 0 })
    expect(notes.join()).not.toContain('users')
    expect(notes).toContain('user.*.seen: named in `ignore`, and no value of `state()` has it')
  })
})

test('values that depend on the time are left out and named', async () => {
  const stamped: Connect = (connection) => {
    const { now } = connection
    const syncedAt = new Map<number, string>()
    const withTime = userMirror(
      (known, users) => {
        update(known, users)
        for (const { id } of users) syncedAt.set(id, now().toISOString())
      },
      (known) => ({
        state: () =>
          Object.fromEntries(
            [...known].map(([id, name]) => [id, { name, synced_at: syncedAt.get(id) }]),
          ),
      }),
    )
    return withTime(connection)
  }
  const exploration = await explore(newUser, stamped, { depth: 1, runs: 40 })
  expect(exploration.failures).toEqual([])
  expect(exploration.notes).toEqual([
    noStorage,
    'state.*.synced_at: not compared, because it depends on the time or on numbers of the integration',
  ])
})

test('a correct mirror without storage has one note', async () => {
  const exploration = await explore(renamesOf(2), mirror(), { depth: 1, runs: 30 })
  assertConverges(exploration)
  expect(exploration.notes).toEqual([noStorage])
})
