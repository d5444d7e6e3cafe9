/** An integration that confirms an event and does not do what it tells fails, also in a given scenario. */
import { describe, expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import { type Connect, scenario } from '../../../src/scenarios.ts'
import { mirror } from './mirror.ts'
import { courseWithTwoStudents, twoUsersOfOnePerson } from './small-scenarios.ts'

/** A user is created, and has other names later. */
const renamed = (...names: readonly string[]) =>
  scenario('renamed', { summary: 'A new user is renamed.' }, async ({ emulator, step }) => {
    const mia = await step('Mia is created', () =>
      emulator.act.create('users', { first_name: 'Mia', last_name: 'Vos' }),
    )
    for (const last_name of names)
      await step('Mia is renamed', () => emulator.act.updateUser({ user: mia, last_name }))
  })

/** A mirror that confirms an event and ignores it, unless its name is one of `handled`. */
const mirrorOf =
  (handled: readonly string[], key: 'id' | 'email' = 'id'): Connect =>
  async (connection) => {
    const whole = await mirror()(connection)
    const emails: Record<string, string> = {}
    const keyOf = (id: string): string => (key === 'id' ? id : (emails[id] ?? id))
    return {
      ...whole,
      async fetch(request, receiver) {
        const { event } = (await request.clone().json()) as { event: string }
        if (handled.includes(event)) return whole.fetch!(request, receiver)
        return new Response(null, { status: 204 })
      },
      async resync() {
        await whole.resync!()
        if (key === 'id') return
        const headers = { authorization: `Bearer ${connection.token}` }
        const url = `${connection.baseUrl}/users?per_page=100`
        const users = (await (await connection.fetch(url, { headers })).json()) as {
          id: number
          email: string
        }[]
        for (const { id, email } of users) emails[id] = email
      },
      state: () =>
        Object.fromEntries(
          Object.entries(whole.state!() as object).map(([id, name]) => [keyOf(id), name]),
        ),
    }
  }

const reasonsOf = async (...args: Parameters<typeof explore>): Promise<unknown> => {
  const { failures } = await explore(...args)
  return failures.map(({ reason }) => reason)
}

const reason = 'the final synchronization changes how the run ends'

describe('a value that only the final synchronization changes', () => {
  test.each([
    ['once', ['Dekker'], 'id'],
    ['twice', ['Deker', 'Dekker'], 'id'],
    ['once, in a state by email', ['Dekker'], 'email'],
  ] as const)('fails if an event of its record told of it %s', async (_, names, key) => {
    const connect = mirrorOf(['user.created'], key)
    expect(await reasonsOf(renamed(...names), connect, { runs: 1 })).toEqual([reason])
  })

  test('converges if the integration handles the event', async () => {
    expect(
      await reasonsOf(renamed('Dekker'), mirrorOf(['user.created', 'user.updated']), { runs: 1 }),
    ).toEqual([])
  })

  test('converges if the event is about another record', async () => {
    const countOf: Connect = ({ baseUrl, token, fetch }) => {
      let seats: Record<string, unknown> = {}
      return {
        fetch: () => new Response(null, { status: 204 }),
        async resync() {
          const headers = { authorization: `Bearer ${token}` }
          const url = `${baseUrl}/planned_courses?per_page=100`
          const rows = (await (await fetch(url, { headers })).json()) as {
            max_participants: number
          }[]
          seats = { total: Math.max(0, ...rows.map((row) => row.max_participants)) }
        },
        state: () => seats,
      }
    }
    expect(await reasonsOf(courseWithTwoStudents, countOf, { runs: 1 })).not.toContain(reason)
  })
})

test('a reference that a merge moves is told by the event of the merge', async () => {
  /** Mirrors the student of each enrollment: of those of the merged user at once, or in the synchronization. */
  const students =
    (followsMerges: boolean): Connect =>
    ({ baseUrl, token, fetch }) => {
      let known: Record<string, number> = {}
      const headers = { authorization: `Bearer ${token}` }
      const readAll = async (): Promise<void> => {
        const response = await fetch(`${baseUrl}/enrollments?per_page=100`, { headers })
        const rows = (await response.json()) as { id: number; student_id: number }[]
        known = Object.fromEntries(rows.map(({ id, student_id }) => [id, student_id]))
      }
      return {
        async fetch(request) {
          const { event } = (await request.json()) as { event: string }
          if (event.startsWith('enrollment.') || (followsMerges && event === 'user.merged'))
            await readAll()
          return new Response(null, { status: 204 })
        },
        resync: readAll,
        state: () => known,
      }
    }
  expect(await reasonsOf(twoUsersOfOnePerson, students(false), { runs: 1 })).toEqual([reason])
  expect(await reasonsOf(twoUsersOfOnePerson, students(true), { runs: 1 })).toEqual([])
})

test('a reference in a text is told by a merge that the integration handles', async () => {
  /** Mirrors the student of each enrollment, and reads only the enrollments of the remaining user after a merge. */
  const students =
    (readsAll: boolean): Connect =>
    ({ baseUrl, token, fetch }) => {
      const known: Record<string, string> = {}
      const headers = { authorization: `Bearer ${token}` }
      const readAll = async (): Promise<void> => {
        const response = await fetch(`${baseUrl}/enrollments?per_page=100`, { headers })
        const rows = (await response.json()) as { id: number; student_id: number }[]
        for (const { id, student_id } of rows) known[`enrollment ${id}`] = `user ${student_id}`
      }
      return {
        async fetch(request) {
          const { event } = (await request.json()) as { event: string }
          if (event.startsWith('enrollment.') || (readsAll && event === 'user.merged'))
            await readAll()
          else await fetch(`${baseUrl}/users?per_page=1`, { headers })
          return new Response(null, { status: 204 })
        },
        resync: readAll,
        state: () => known,
      }
    }
  expect(await reasonsOf(twoUsersOfOnePerson, students(false), { runs: 1 })).toEqual([reason])
  expect(await reasonsOf(twoUsersOfOnePerson, students(true), { runs: 1 })).toEqual([])
})
