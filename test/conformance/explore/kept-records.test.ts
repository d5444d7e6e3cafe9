/** A record that a fresh start does not have is kept on purpose, unless the integration removes others of its kind. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import type { Connect, Integration } from '../../../src/scenarios.ts'

interface Row {
  readonly id: number
  readonly kind: 'user' | 'enrollment'
  readonly text: string
}

/** Mirrors users and enrollments. `keyOf` names a row, and `removes` decides about those that the service no longer has. */
const mirrorBy =
  (
    keyOf: (row: Row) => string,
    removes: (row: Row) => boolean,
    replaces: (old: Row, row: Row) => boolean = () => false,
  ): Connect =>
  ({ baseUrl, token, fetch }) => {
    const rows = new Map<string, Row>()
    const headers = { authorization: `Bearer ${token}` }
    async function read(kind: Row['kind'], field: string): Promise<Row[]> {
      const response = await fetch(`${baseUrl}/${kind}s?per_page=100`, { headers })
      if (!response.ok) throw new Error(`the service answers ${response.status}`)
      const found = (await response.json()) as (Record<string, unknown> & { id: number })[]
      return found.map((each) => ({ id: each.id, kind, text: String(each[field]) }))
    }
    async function resync(): Promise<void> {
      const found = [...(await read('user', 'email')), ...(await read('enrollment', 'status'))]
      for (const [key, old] of rows) {
        const same = found.find(({ id, kind }) => id === old.id && kind === old.kind)
        if (same ? replaces(old, same) : removes(old)) rows.delete(key)
      }
      for (const row of found) rows.set(keyOf(row), row)
    }
    return {
      async fetch() {
        await resync()
        return new Response(null, { status: 204 })
      },
      resync,
      state: () => Object.fromEntries([...rows].map(([key, { text }]) => [key, text])),
    }
  }

const byEmail = ({ id, kind, text }: Row): string =>
  kind === 'user' ? `user ${text}` : `enrollment ${id}`
const byId = ({ id, kind }: Row): string => `${kind} ${id}`
const users = { acts: ['update users', 'delete_user'], steps: 1, depth: 0, runs: 40 }

test('a row of an earlier email is stale, because the integration removes rows of users', async () => {
  const { failures } = await explore(
    mirrorBy(byEmail, () => true),
    users,
  )
  expect(new Set(failures.map(({ verdict }) => verdict))).toEqual(new Set(['stale']))
  expect(failures[0]?.difference).toMatchObject([
    { path: expect.stringMatching(/^state\.user \S+@\S+$/) },
  ])
  const replacing = mirrorBy(
    byEmail,
    () => true,
    (old, row) => old.text !== row.text,
  )
  assertConverges(await explore(replacing, users))
})

test('users are kept on purpose, although enrollments are removed', async () => {
  const keepsUsers = mirrorBy(byId, ({ kind }) => kind === 'enrollment')
  const acts = ['delete_user', 'remove enrollments']
  assertConverges(await explore(keepsUsers, { acts, steps: 1, depth: 0, runs: 40 }))
})

test('the texts of a list are not told apart by their pattern', async () => {
  const keepsUsers = mirrorBy(byId, ({ kind }) => kind === 'enrollment')
  const listing: Connect = (connection) => {
    const { state, ...rest } = keepsUsers(connection) as Integration
    return {
      ...rest,
      state: () => ({
        access: Object.keys(state?.() as object).map((key) => `access ${key.replace(/\D+/, '')}`),
      }),
    }
  }
  const acts = ['delete_user', 'remove enrollments']
  assertConverges(await explore(listing, { acts, steps: 1, depth: 0, runs: 40 }))
})
