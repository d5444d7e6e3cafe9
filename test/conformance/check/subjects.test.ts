/** The stories of a card are about the records that the integration follows. */
import { describe, expect, test } from 'vitest'
import { checkIntegration } from '../../../src/check.ts'
import type { Connect, Integration } from '../../../src/scenarios.ts'
import { enrollmentPoller } from './correct/enrollment-poller.ts'
import { recordMirror } from './correct/record-mirror.ts'
import { tasksOfOrders } from './correct/tasks-of-orders.ts'
import { defects, failing, idsOf, mirrors } from './record-defects.ts'
import { titles } from '../course-titles.ts'

describe('an integration that follows approved orders', () => {
  const approved = {
    path: 'orders',
    event: 'order',
    fields: ['status', 'total_cost_incl'],
    isMirrored: (row: Readonly<Record<string, unknown>>) => row['status'] === 'active',
  }

  test('has stories that approve them', async () => {
    const card = await checkIntegration(recordMirror(approved))
    expect(card.subject).toBe('orders')
    expect(card.text).toContain('The stories are about orders: enrollments do not concern')
    expect(idsOf(card, 'failed')).toEqual([])
    expect(idsOf(card, 'inconclusive')).toEqual([])
  }, 60_000)

  test('fails if it reads the first page only', async () => {
    const flawed = await checkIntegration(recordMirror(approved, 'reads the first page only'), {
      only: ['receiving', 'reconciliation', 'paging'],
    })
    expect(idsOf(flawed, 'failed')).toEqual(['next-links'])
  }, 60_000)
})

test.each([
  { path: 'users', event: 'user', fields: ['last_name'] },
  { path: 'leads', event: 'lead', fields: ['status'] },
  { path: 'accounts', event: 'account', fields: ['name'] },
])(
  'a mirror of $path that reads the first page only fails, also if events tell of new ones',
  async (records) => {
    const only = ['next-links']
    const flawed = await checkIntegration(recordMirror(records, 'reads the first page only'), {
      only,
    })
    expect(idsOf(flawed, 'failed')).toEqual(only)
    const correct = await checkIntegration(recordMirror(records), { only })
    expect(idsOf(correct, 'passed')).toEqual(only)
  },
  60_000,
)

describe('a mirror of users alone', () => {
  const users = { path: 'users', event: 'user', fields: ['last_name'] }

  test('that is correct passes each check of its records', async () => {
    const card = await checkIntegration(recordMirror(users))
    expect(card.subject).toBe('users')
    expect(card.ok).toBe(true)
    expect(idsOf(card, 'passed')).toEqual(
      expect.arrayContaining(['early-merge', 'incomplete-walk']),
    )
    expect(idsOf(card, 'skipped').length).toBeLessThanOrEqual(9)
  }, 60_000)

  /** Accepts an event, and does nothing. */
  const ignoring =
    (ignored: string): Connect =>
    async (connection) => {
      const integration = (await recordMirror(users)(connection)) as Integration
      return {
        ...integration,
        async fetch(request, context) {
          const { event } = (await request.clone().json()) as { event: string }
          const isIgnored = event === ignored
          return isIgnored
            ? new Response(null, { status: 204 })
            : integration.fetch!(request, context)
        },
      }
    }

  test.each([
    ['user.updated', ['stale-event', 'merge-of-merged', 'simultaneous-events']],
    ['user.deleted', ['late-creation', 'early-deletion']],
    ['user.merged', ['early-merge', 'merge-of-merged']],
  ])(
    'that ignores %s fails',
    async (event, ids) => {
      const card = await checkIntegration(ignoring(event), { only: ['ordering'] })
      expect(idsOf(card, 'failed')).toEqual(ids)
    },
    60_000,
  )
})

/** Mirrors a value of each planned course. */
const mirrorOf =
  (valueOf: (row: Record<string, string>, today: string) => unknown): Connect =>
  ({ baseUrl, token, fetch, now }) => {
    let values: Record<string, unknown> = {}
    const headers = { authorization: `Bearer ${token}` }
    const readAll = async (): Promise<void> => {
      const response = await fetch(`${baseUrl}/planned_courses?per_page=100`, { headers })
      const rows = (await response.json()) as Record<string, string>[]
      const today = now().toISOString().slice(0, 10)
      values = Object.fromEntries(rows.map((row) => [row['id'], valueOf(row, today)]))
    }
    return {
      async fetch(request) {
        const { event } = (await request.json()) as { event: string }
        if (event.startsWith('planned_course.')) await readAll()
        return new Response(null, { status: 204 })
      },
      resync: readAll,
      state: () => values,
    }
  }

test('a correct creator of tasks for orders passes, and skips few checks', async () => {
  const card = await checkIntegration(tasksOfOrders())
  expect(card.subject).toBe('orders')
  expect(idsOf(card, 'failed')).toEqual([])
  expect(idsOf(card, 'inconclusive')).toEqual([])
  expect(idsOf(card, 'skipped').length).toBeLessThanOrEqual(8)
}, 60_000)

test('a creator that keeps the tasks of removed orders creates less if it reads them late', async () => {
  const only = ['late-creation', 'resync-without-events', 'stale-event'] as const
  const { checks } = await checkIntegration(tasksOfOrders({ keepsTasks: true }), { only })
  const reason = 'The integration reads a record after its removal, and creates less.'
  expect(checks).toMatchObject([
    { id: 'late-creation', verdict: 'skipped', reason },
    { id: 'stale-event', verdict: 'passed' },
    { id: 'resync-without-events', verdict: 'skipped', reason },
  ])
}, 60_000)

test('an integration that takes the day in UTC for the day of the tenant fails', async () => {
  const only = ['tenant-midnight'] as const
  const byDay = mirrorOf(({ end_date: end }, today) => (end ?? today) < today)
  expect(idsOf(await checkIntegration(byDay, { only }), 'failed')).toEqual(only)
  const byStatus = mirrorOf(({ status }) => status === 'completed')
  expect(idsOf(await checkIntegration(byStatus, { only }), 'passed')).toEqual(only)
})

/** Mirrors the meetings, and shows a part of the text of their start. */
const meetingsWith =
  (shown: (start: string) => string): Connect =>
  async (connection) => {
    const fields = ['name', 'start_date_time']
    const mirrored = recordMirror({ path: 'meetings', event: 'meeting', fields })
    const integration = (await mirrored(connection)) as Integration
    const rows = async (): Promise<[string, Record<string, string>][]> =>
      Object.entries((await integration.state?.()) as Record<string, Record<string, string>>)
    const state = async (): Promise<unknown> =>
      Object.fromEntries(
        (await rows()).map(([id, row]) => [
          id,
          { name: row['name'], start: shown(row['start_date_time'] ?? '') },
        ]),
      )
    return { ...integration, state }
  }

test('a time of day that follows UTC fails, and a moment that another zone moves is no day', async () => {
  const only = ['tenant-midnight'] as const
  const times = meetingsWith((start) => start.slice(11, 16))
  expect(idsOf(await checkIntegration(times, { only }), 'failed')).toEqual(only)
  const moments = meetingsWith((start) => start)
  expect(idsOf(await checkIntegration(moments, { only }), 'skipped')).toEqual(only)
})

test('an attribute that a feature flag hides may have another name in the state', async () => {
  const only = ['feature-flag-off'] as const
  const links = mirrorOf((row) => ({ link: row['external_link'] }))
  expect(idsOf(await checkIntegration(links, { only }), 'passed')).toEqual(only)
})

test('an integration that writes a whole record as it was fails', async () => {
  const only = ['kept-fields'] as const
  expect(idsOf(await checkIntegration(titles({ writesAll: true }), { only }), 'failed')).toEqual(
    only,
  )
  expect(idsOf(await checkIntegration(titles({}), { only }), 'passed')).toEqual(only)
})

test('an integration that creates a record without looking for it fails', async () => {
  const only = ['lost-create-answer', 'lookup-before-create', 'cents'] as const
  const card = await checkIntegration(tasksOfOrders({ looksFirst: false }), { only })
  expect(idsOf(card, 'failed')).toEqual(['lost-create-answer', 'lookup-before-create'])
}, 60_000)

/** Creates a task for each record of a list with this status that has none, and keeps nothing. */
const tasksOf =
  (path: 'orders' | 'enrollments', isMeant: (status: string) => boolean): Connect =>
  ({ baseUrl, token, fetch }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const read = async <T>(path: string): Promise<T> =>
      (await fetch(baseUrl + path, { headers })).json() as Promise<T>
    async function ensure({ id, status }: { readonly id: number; readonly status: string }) {
      const name = `${path} ${id}`
      const tasks = await read<{ readonly name: string }[]>('/tasks?per_page=100')
      if (!isMeant(status) || tasks.some((each) => each.name === name)) return
      const body = JSON.stringify({ name })
      await fetch(`${baseUrl}/tasks`, { method: 'POST', headers, body })
    }
    return {
      async fetch(request) {
        const { event, event_data } = (await request.json()) as {
          readonly event: string
          readonly event_data: { readonly id: number }
        }
        if (event.startsWith(path.slice(0, -1)))
          await ensure(await read(`/${path}/${event_data.id}`))
        return 204
      },
      async resync() {
        for (const order of await read<{ id: number; status: string }[]>(`/${path}?per_page=100`))
          await ensure(order)
      },
    }
  }

/** The integration with a state: the answers to its calls of some paths. */
const withCalls =
  (connect: Connect, paths: RegExp): Connect =>
  async (connection) => {
    const answers: Record<string, unknown> = {}
    const integration = (await connect({
      ...connection,
      async fetch(url, init) {
        const answer = await connection.fetch(url, init)
        if (paths.test(String(url))) {
          const { status, name } = (await answer.clone().json()) as Record<string, unknown>
          answers[String(url)] = { status, name }
        }
        return answer
      },
    })) as Integration
    return { ...integration, state: () => answers }
  }

test('the stories of an integration without a state are about what it writes for', async () => {
  const only = ['signature', 'repeated-resync', 'redelivered-id'] as const
  const card = await checkIntegration(
    tasksOf('orders', (status) => status === 'active'),
    { only },
  )
  expect(card.subject).toBe('orders')
  expect(idsOf(card, 'inconclusive')).toEqual([])
})

test('a creator for enrollments creates less if it reads one after its cancellation', async () => {
  const connect = tasksOf('enrollments', (status) => status !== 'canceled')
  const { checks } = await checkIntegration(withCalls(connect, /enrollments\/\d/), {
    only: ['late-creation'],
  })
  const reason = 'The integration reads a record after its removal, and creates less.'
  expect(checks).toMatchObject([{ verdict: 'skipped', reason }])
})

test('the times of a record that the integration updates are those of the service', async () => {
  const only = ['tenant-midnight'] as const
  const card = await checkIntegration(withCalls(titles({}), /courses\/\d/), { only })
  expect(idsOf(card, 'passed')).toEqual(only)
})

describe('a mirror of labels', () => {
  // Note: the complete explorations try the same defects in a mirror of orders.
  test.each(defects)(
    'that %s fails the checks of this defect',
    async (flaw) => {
      const card = await checkIntegration(recordMirror(mirrors.labels, flaw))
      expect(idsOf(card, 'failed')).toEqual(failing[flaw])
    },
    60_000,
  )
})

test('the stories of an integration of enrollments and students are about these', async () => {
  const card = await checkIntegration(enrollmentPoller(100), { only: ['lost-events'] })
  expect(card.subject).toBeUndefined()
  expect(card.toJSON()).not.toHaveProperty('subject')
})

test('the walk of a poller is checked: it removes what is gone before the final synchronization', async () => {
  const only = ['incomplete-walk'] as const
  expect(idsOf(await checkIntegration(enrollmentPoller(100), { only }), 'passed')).toEqual(only)
})

/** Asks for the enrollments that changed since the last poll, by its own clock or by the newest change that it knows. */
const pollerBy =
  (clock: 'own' | 'service'): Connect =>
  ({ baseUrl, token, fetch, now, storage }) => ({
    async resync() {
      const since = storage.get<string>('since') ?? '2020-01-01T00:00:00.000Z'
      const polledAt = now().toISOString()
      const response = await fetch(`${baseUrl}/enrollments?per_page=100`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const rows = (await response.json()) as {
        id: number
        status: string
        updated_at: string
      }[]
      for (const { id, status, updated_at } of rows)
        if (updated_at >= since) storage.set(`enrollment ${id}`, status)
      const newest =
        rows
          .map((row) => row.updated_at)
          .sort()
          .at(-1) ?? since
      storage.set('since', clock === 'own' ? polledAt : newest)
    },
    state: () => Object.fromEntries(storage.list('enrollment ')),
  })

test.each([
  ['own', 'failed'],
  ['service', 'passed'],
] as const)('a poller that asks for changes by the %s clock: %s', async (clock, verdict) => {
  const only = ['clock-skew'] as const
  expect(idsOf(await checkIntegration(pollerBy(clock), { only }), verdict)).toEqual(only)
})

test('no check compares what the integration ignores', async () => {
  const timed: Connect = async (connection) => {
    const integration = await recordMirror(mirrors.labels)(connection)
    let calls = 0
    const state = async () => {
      calls += 1
      return { rows: await integration.state?.(), calls }
    }
    return { ...integration, state, ignore: ['calls'] }
  }
  const card = await checkIntegration(timed)
  expect(idsOf(card, 'failed')).toEqual([])
  expect(idsOf(card, 'inconclusive')).toEqual([])
}, 60_000)

describe('an integration that keeps amounts', () => {
  const withAmount = { ...mirrors.orders, fields: ['total_cost_incl'] }
  const invoices = { path: 'invoices', event: 'invoice', fields: ['status', 'total_incl'] }

  test.each([
    ['orders', withAmount],
    ['invoices', invoices],
  ] as const)(
    'of %s passes if it keeps the cents, and fails if it loses some',
    async (_, records) => {
      const verdictWith = async (amountOf: (text: string) => unknown) => {
        const shown = (state: unknown): unknown =>
          JSON.parse(
            JSON.stringify(state).replaceAll(/"(\d+\.\d\d)"/g, (_, text: string) =>
              JSON.stringify(amountOf(text)),
            ),
          )
        const connect: Connect = async (connection) => {
          const integration = await recordMirror(records)(connection)
          return { ...integration, state: () => shown(integration.state!()) }
        }
        return (await checkIntegration(connect, { only: ['cents'] })).checks[0]?.verdict
      }
      expect(await verdictWith((text) => text)).toBe('passed')
      expect(await verdictWith((text) => Math.round(Number(text) * 100))).toBe('passed')
      expect(await verdictWith((text) => `${Math.round(Number(text))}`)).toBe('failed')
      expect(await verdictWith((text) => Math.trunc(Number(text) * 100))).toBe('failed')
      expect(await verdictWith((text) => Number(text) * 100)).toBe('passed')
    },
    60_000,
  )
})
