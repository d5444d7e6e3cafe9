/** A unique value passes from one record to another, for integrations that find records by it. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import type { Connect } from '../../../src/scenarios.ts'
import { patientReads } from './patient-reads.ts'

interface User {
  readonly id: number
  readonly email: string
  readonly last_name: string
}

/** Keeps names by address. Removes the entry of a former address, also that of another user if `isCareless`. */
const contacts =
  (isCareless: boolean): Connect =>
  (connection) => {
    const read = patientReads(connection)
    const users: Record<string, User> = {}
    const emails: Record<number, string> = {}
    function store(id: number, user: User | undefined): void {
      const former = emails[id]
      const isOwn = former !== undefined && users[former]?.id === id
      if (former !== undefined && former !== user?.email && (isOwn || isCareless))
        delete users[former]
      delete emails[id]
      if (!user) return
      emails[id] = user.email
      users[user.email] = user
    }
    return {
      async fetch(request) {
        const { event, event_data } = (await request.json()) as {
          event: string
          event_data: { id: number; secondary_user_id?: number; primary_user_id?: number }
        }
        const { secondary_user_id: merged, primary_user_id: primary = 0 } = event_data
        const ids = event === 'user.merged' ? [merged ?? 0, primary] : [event_data.id]
        for (const id of ids) store(id, await read<User>(`/users/${id}`))
        return new Response(null, { status: 204 })
      },
      async resync() {
        const found = (await read<User[]>('/users?per_page=100')) ?? []
        for (const id of Object.keys(emails).map(Number))
          if (!found.some((user) => user.id === id)) store(id, undefined)
        for (const user of found) store(user.id, user)
      },
      state: () =>
        Object.fromEntries(
          Object.entries(users).map(([email, { last_name }]) => [email, last_name]),
        ),
    }
  }

const options = { acts: ['update users'], deviations: ['deliveries'] } as const

test('an entry of another user is removed', async () => {
  const { failures } = await explore(contacts(true), { ...options, until: 'first', runs: 500 })
  expect(failures[0]?.replay).toMatch(/^pass user1 email to user2 \| \w+ at user\.updated id=2 #1$/)
  expect(failures[0]?.code).toContain("emulator.act.update('users', user2, { email: user1.email })")
}, 60_000)

test('an integration that removes its own entries only converges', async () => {
  const exploration = await explore(contacts(false), { ...options, runs: 500 })
  assertConverges(exploration)
  const replay = 'pass user1 email to user2 | last at user.updated id=2 #1'
  assertConverges(await explore(contacts(false), { replay }))
}, 60_000)
