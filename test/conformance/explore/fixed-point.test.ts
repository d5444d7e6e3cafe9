/** The final synchronization runs until it changes nothing, and past what disturbs it. */
import { describe, expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import { type Connect, scenario } from '../../../src/scenarios.ts'
import { renamesOf } from './mirror.ts'

interface User {
  readonly id: number
  readonly last_name: string
}

/** Mirrors users. `synchronize` applies the list of a synchronization. */
const userMirror =
  (synchronize: (names: Map<number, string>, users: readonly User[]) => void): Connect =>
  ({ baseUrl, token, fetch, storage }) => {
    const headers = { authorization: `Bearer ${token}` }
    const names = new Map<number, string>(storage.get<[number, string][]>('names') ?? [])
    const get = async (path: string): Promise<unknown> => {
      const response = await fetch(baseUrl + path, { headers })
      if (response.status === 404) return undefined
      if (!response.ok) throw new Error(`the service answered ${response.status}`)
      return response.json()
    }
    const save = (): void => storage.set('names', [...names])
    return {
      async fetch(request) {
        const { event_data } = (await request.json()) as { event_data: { id: number } }
        try {
          const user = (await get(`/users/${event_data.id}`)) as User | undefined
          if (user) names.set(user.id, user.last_name)
          else names.delete(event_data.id)
          save()
        } catch {
          return new Response(null, { status: 503 })
        }
        return new Response(null, { status: 204 })
      },
      async resync() {
        synchronize(names, (await get('/users?per_page=100')) as User[])
        save()
      },
      state: () => Object.fromEntries(names),
    }
  }

const replace = (names: Map<number, string>, users: readonly User[]): void => {
  names.clear()
  for (const { id, last_name } of users) names.set(id, last_name)
}

const correct = userMirror(replace)
const everything = {
  depth: 1,
  deviations: ['deliveries', 'requests', 'steps', 'crashes'] as const,
}

test('a correct mirror with storage converges after each single deviation, also in the final synchronization', async () => {
  const exploration = await explore(renamesOf(2), correct, everything)
  assertConverges(exploration)
  const { rows } = exploration.matrix
  expect(rows.at(-1)?.point).toBe('set names #3')
})

test('a deletion in two synchronizations converges', async () => {
  const twoPhases: Connect = (connection) => {
    const marked = new Set<number>()
    return userMirror((names, users) => {
      for (const { id, last_name } of users) names.set(id, last_name)
      const gone = [...names.keys()].filter((id) => users.every((user) => user.id !== id))
      for (const id of gone) {
        if (marked.has(id)) names.delete(id)
        else marked.add(id)
      }
    })(connection)
  }
  const deletion = scenario(
    'deletion',
    { given: (emulator) => emulator.given('users', { last_name: 'Berg' }) },
    async ({ emulator, step, given: user }) => {
      await step('The user is deleted', () => emulator.act.deleteUser({ user }))
    },
  )
  assertConverges(
    await explore(deletion, twoPhases, { ...everything, deviations: ['deliveries', 'requests'] }),
  )
})

test('a state that each synchronization changes is unstable', async () => {
  const counting: Connect = (connection) => {
    let count = 0
    const integration = correct(connection) as Required<Awaited<ReturnType<Connect>>>
    return {
      ...integration,
      async resync() {
        count += 1
        await integration.resync()
      },
      state: () => ({ ...(integration.state() as object), count }),
    }
  }
  const { failures } = await explore(renamesOf(1), counting, { depth: 0 })
  expect(failures).toMatchObject([{ verdict: 'unstable', difference: [{ path: 'state.count' }] }])
})

describe('a synchronization that a deviation hits', () => {
  test('and that resolves with a wrong state is silent', async () => {
    const wrong: Connect = (connection) => {
      const { fetch } = connection
      const empty: typeof fetch = async (...call) => {
        const response = await fetch(...call)
        return String(call[0]).includes('?') && !response.ok ? Response.json([]) : response
      }
      return correct({ ...connection, fetch: empty })
    }
    const replay = '500 at GET /users?per_page=100 #1'
    const { failures } = await explore(renamesOf(1), wrong, { replay })
    expect(failures).toMatchObject([{ verdict: 'diverged', difference: [{}, {}] }])
    expect(failures[0]?.reason).toContain('a synchronization resolves although a deviation hits it')
  })

  test('and that rejects does not excuse what a later one does', async () => {
    let isDamaged = false
    const damaged: Connect = (connection) => {
      isDamaged = false
      const keepsOne = userMirror((names, users) =>
        replace(names, isDamaged ? users.slice(0, 1) : users),
      )
      const integration = keepsOne(connection) as Awaited<ReturnType<Connect>>
      return {
        ...integration,
        async resync() {
          try {
            await integration.resync?.()
          } catch (error) {
            isDamaged = true
            throw error
          }
        },
      }
    }
    const replay = '500 at GET /users?per_page=100 #1'
    const { failures } = await explore(renamesOf(2), damaged, { replay })
    expect(failures).toMatchObject([{ verdict: 'diverged' }])
  })
})

test('a notification that is lost in an outage is recovered, with and without a day between the steps', async () => {
  const { given, script } = renamesOf(2)
  const apart = scenario('apart', { given: given as never }, async (context) => {
    const { step, emulator } = context
    const stepAndWait: typeof step = async (summary, work) => {
      const result = await step(summary, work)
      await emulator.advance('1d')
      return result
    }
    await script({ ...context, step: stepAndWait })
  })
  const replay = '500-for-30m at GET /users/2 #1'
  for (const each of [renamesOf(2), apart]) {
    const { verdicts } = await explore(each, correct, { replay })
    expect(verdicts).toEqual({ converged: 1, recovered: 1 })
  }
})
