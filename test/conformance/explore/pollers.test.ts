/** What generated scenarios find in integrations that only synchronize. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import { type Connect, type Scenario, scenario } from '../../../src/scenarios.ts'

interface Row {
  readonly id: number
  readonly number: number
  readonly created_at: string
  readonly start_date: string | null
}

const pagesOf = ({ baseUrl, token, fetch }: Parameters<Connect>[0]) =>
  async function* (path: string): AsyncIterable<readonly Row[]> {
    const headers = { authorization: `Bearer ${token}` }
    for (let url: string | undefined = `${baseUrl}${path}`; url !== undefined;) {
      const response: Response = await fetch(url, { headers })
      if (!response.ok) throw new Error(`the service answers ${response.status}`)
      yield (await response.json()) as Row[]
      url = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
  }

/** Reads the orders that are newer than the newest known one, less an overlap. It notes the newest one last, or first. */
const orders =
  (overlapMs: number, notesLast = true): Connect =>
  (connection) => {
    const known: Record<string, number> = {}
    let newest = '2000-01-01T00:00:10.000Z'
    const pages = pagesOf(connection)
    const { baseUrl, token, fetch } = connection
    const headers = { authorization: `Bearer ${token}` }
    return {
      pollEvery: '15m',
      async resync() {
        const after = new Date(Date.parse(newest) - overlapMs).toISOString()
        const path = `/orders?per_page=100&sort=created_at&created_at_after=${after}`
        for await (const page of pages(path)) {
          const last = page.at(-1)?.created_at ?? newest
          if (!notesLast) newest = last
          for (const { id } of page) {
            if (id in known) continue
            const response = await fetch(`${baseUrl}/orders/${id}`, { headers })
            if (response.status === 404) continue
            if (!response.ok) throw new Error(`the service answers ${response.status}`)
            known[id] = ((await response.json()) as Row).number
          }
          if (notesLast) newest = last
        }
      },
      state: () => known,
    }
  }

test('a poller that misses a record of the second of the newest one is found', async () => {
  const acts = ['create orders']
  const { failures } = await explore(orders(0), { acts, until: 'first' })
  expect(failures).toMatchObject([{ verdict: 'missing', replay: 'create orders | baseline' }])
  assertConverges(await explore(orders(2_000), { acts, runs: 30 }))
}, 60_000)

/** Reads a value of each order that was created after the last read. */
const readings =
  (
    valueOf: (order: { readonly number: number; readonly number_of_students: number }) => unknown,
    isIncremental: boolean,
  ): Connect =>
  (connection) => {
    const known: Record<string, unknown> = {}
    let last = '2000-01-01T00:00:00.000Z'
    const pages = pagesOf(connection)
    return {
      pollEvery: '15m',
      async resync() {
        const start = connection.now().toISOString()
        const filter = isIncremental ? `&created_at_after=${last}` : ''
        for await (const page of pages(`/orders?per_page=100${filter}`))
          for (const row of page) known[row.id] = valueOf(row as never)
        last = start
      },
      state: () => known,
    }
  }

test('a poller that misses each new record is found: its creation has no effect', async () => {
  const { failures } = await explore(
    readings(({ number }) => number, true),
    { acts: ['create orders'] },
  )
  expect(failures).toMatchObject([
    { verdict: 'inconclusive' },
    { verdict: 'missing', replay: 'create orders | baseline' },
  ])
}, 60_000)

test('acts are found for a state that depends on the parts of a record', async () => {
  const students = readings((order) => order.number_of_students, false)
  const { coverage } = await explore(students, { runs: 1 })
  expect(coverage).toContain('create order_items')
}, 60_000)

test('a poller that loses the place of a failed read is found by two records of one poll', async () => {
  const options = { acts: ['create orders'], deviations: ['requests'] } as const
  const { failures } = await explore(orders(2_000, false), { ...options, until: 'first' })
  const { replay = '', code = '' } = failures[0] ?? {}
  const [acts, schedule = ''] = replay.split(' | ')
  expect(acts).toBe('create orders, short pause, create orders')
  expect(code).toContain("    await emulator.advance('3s')")
  const alone = new Function('scenario', `${code}\nreturn generated`)(scenario) as Scenario
  expect((await explore(alone, orders(2_000, false), { replay: schedule })).ok).toBe(false)
  assertConverges(await explore(alone, orders(2_000), { replay: schedule }))
  assertConverges(await explore(orders(2_000), { ...options, runs: 200 }))
}, 60_000)

test('a ledger may miss a record that is created and removed before it is read', async () => {
  const options = { acts: ['create orders'], deviations: ['drift'], steps: 1 } as const
  const exploration = await explore(orders(2_000), options)
  assertConverges(exploration)
  expect(exploration.schedules.run).toBeGreaterThan(1)
}, 60_000)

/** Removes what it has not read, and reads a record again before it does, or not. */
const editions =
  (readsAgain: boolean): Connect =>
  (connection) => {
    const { baseUrl, token, fetch } = connection
    const headers = { authorization: `Bearer ${token}` }
    const pages = pagesOf(connection)
    const known: Record<string, string | null> = {}
    return {
      pollEvery: '1h',
      async resync() {
        const unread = new Set(Object.keys(known))
        for await (const page of pages('/planned_courses?per_page=50&sort=start_date')) {
          for (const { id, start_date } of page) {
            unread.delete(String(id))
            known[id] = start_date
          }
        }
        for (const id of unread) {
          const isThere =
            readsAgain && (await fetch(`${baseUrl}/planned_courses/${id}`, { headers })).ok
          if (!isThere) delete known[id]
        }
      },
      state: () => known,
    }
  }

test('a record that moves between two pages of the final synchronization is not removed', async () => {
  const options = { acts: ['create planned_courses'], deviations: ['drift'], steps: 1 } as const
  const { failures } = await explore(editions(false), { ...options, until: 'first' })
  expect(failures).toMatchObject([
    { verdict: 'diverged', replay: expect.stringMatching(/ \| move-unread at after 50 of GET /) },
  ])
  assertConverges(await explore(editions(true), options))
}, 60_000)
