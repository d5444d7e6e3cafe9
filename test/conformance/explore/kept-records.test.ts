/** A record that a fresh start does not have can be kept on purpose. */
import { test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import type { Connect } from '../../../src/scenarios.ts'

interface Row {
  readonly id: number
  readonly kind: 'user' | 'enrollment'
  readonly text: string
}

/** Mirrors users and enrollments. `removes` decides about the rows that the service no longer has. */
const mirrorThat =
  (removes: (row: Row) => boolean): Connect =>
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
      const found = [...(await read('user', 'last_name')), ...(await read('enrollment', 'status'))]
      const keys = new Set(found.map(keyOf))
      for (const [key, row] of rows) if (!keys.has(key) && removes(row)) rows.delete(key)
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

const keyOf = ({ id, kind }: Row): string => `${kind} ${id}`

test('users are kept on purpose, although enrollments are removed', async () => {
  const acts = ['delete_user', 'remove enrollments']
  const keepsUsers = mirrorThat(({ kind }) => kind === 'enrollment')
  assertConverges(await explore(keepsUsers, { acts, steps: 1, depth: 0, runs: 40 }))
})
