/** Lists change between two of their pages: the acts follow from the definitions of the resources. */
import { describe, expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import { createEmulator } from '../../../src/index.ts'
import { type Connect, scenario } from '../../../src/scenarios.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import type { DeviatingRun } from '../../../src/conformance/deviations/deviation.ts'
import { findDeviation } from '../../../src/conformance/deviations/kinds.ts'
import type { ServiceAct } from '../../../src/conformance/run/service-act.ts'
import { walkPositionOf } from '../../../src/engine/serve/list-walk.ts'
import type { WalkPosition } from '../../../src/engine/define/verbs/walk-position.ts'
import { mirror, renamesOf } from './mirror.ts'

const drift = { deviations: ['drift'] as const, depth: 1 }

function pageOf(path: string, query: Record<string, string>) {
  const emulator = createEmulator()
  for (const last_name of ['Berg', 'Visser']) emulator.given('users', { last_name })
  for (const position of [1, 2, 3]) emulator.given('categories', { position })
  const search = `?${new URLSearchParams(query).toString()}`
  return { context: contextOf(emulator), request: { method: 'GET', path, search } }
}

describe('the acts that change a list before its second page', () => {
  const users = { page: '2', per_page: '2' }
  const byPosition = { ...users, sort: 'position' }
  const newest = { ...users, sort: 'created_at:desc' }
  test.each([
    ['delete-read', '/users', users, [{ act: 'remove', input: { resource: 'users', id: 2 } }]],
    ['delete-unread', '/users', users, [{ act: 'remove', input: { resource: 'users', id: 3 } }]],
    ['merge-records', '/users', users, [{ act: 'merge_users', input: { primary_user_id: 2 } }]],
    [
      'insert-after',
      '/users',
      users,
      [{ act: 'create', input: { resource: 'users', values: {} } }],
    ],
    ['insert-before', '/users', users, []],
    ['insert-before', '/users', newest, [{ act: 'create' }]],
    ['move-unread', '/users', newest, []],
    ['hide-unread', '/users', users, []],
    [
      'move-unread',
      '/categories',
      byPosition,
      [{ act: 'update', input: { values: { position: 1 } } }],
    ],
    [
      'move-read',
      '/categories',
      byPosition,
      [{ act: 'update', input: { values: { position: expect.any(Number) } } }],
    ],
  ])('%s of %s with %j', (deviation, path, query, expected) => {
    const { context, request } = pageOf(path, query)
    const walk = walkPositionOf(context, request) as WalkPosition
    const acts: ServiceAct[] = []
    const perform: DeviatingRun['perform'] = (planned) => acts.push(...planned) > 0
    findDeviation(deviation)?.apply({ context, perform } as DeviatingRun, walk as never)
    expect(acts.slice(0, expected.length)).toMatchObject(expected)
    expect(acts.length > 0).toBe(expected.length > 0)
  })
})

test('every act that a resource names for a change of its lists exists', () => {
  const { resources } = contextOf(createEmulator()).catalog
  const named = [...resources.values()].flatMap(({ listChanges, acts }) =>
    Object.values(listChanges).map((id) => [id, id in acts]),
  )
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter(([, isKnown]) => !isKnown)).toEqual([])
})

test('a correct walk ends like a change before it or after it', { timeout: 60_000 }, async () => {
  const { verdicts, schedules, failures } = await explore(
    renamesOf(2),
    mirror({}, 'per_page=1'),
    drift,
  )
  expect(failures.map(({ replay, difference }) => ({ replay, difference }))).toEqual([])
  expect(verdicts.converged).toBeGreaterThan(5)
  expect(schedules.notRun).toBe(0)
})

test('a walk by page numbers skips a record when one that was read is deleted', async () => {
  const replay = 'delete-read at after 2 of GET /users?per_page=1 #1'
  const byPage = mirror({}, 'page=1&per_page=1')
  const { failures } = await explore(renamesOf(2), byPage, { replay })
  expect(failures).toMatchObject([
    { replay, verdict: 'diverged', difference: [{ path: 'state.3' }] },
  ])
})

test('no record of the connection itself changes: a token, a webhook or a notification', async () => {
  const reader: Connect = async (connection) => {
    const { baseUrl, token, fetch } = connection
    const headers = { authorization: `Bearer ${token}` }
    return {
      ...(await mirror()(connection)),
      async resync() {
        const [webhook] = (await (await fetch(`${baseUrl}/webhooks`, { headers })).json()) as {
          id: string
        }[]
        let url: string | undefined = `${baseUrl}/webhooks/${webhook?.id}/notifications?per_page=1`
        while (url !== undefined) {
          const response: Response = await fetch(url, { headers })
          url = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
        }
      },
    }
  }
  const { failures } = await explore(renamesOf(3), reader, { deviations: ['drift'] })
  expect(failures).toMatchObject([
    { verdict: 'inconclusive', reason: expect.stringContaining('no choice point') },
  ])
})

test('a walk may have read a record that no event tells of before it is deleted', async () => {
  const cancellation = scenario(
    'cancellation',
    {
      given(emulator) {
        const meeting = emulator.given('meetings')
        const enrollments = emulator.given('enrollments', 3, { status: 'confirmed' })
        for (const { id } of enrollments)
          emulator.given('attendances', { meeting_id: meeting.id, enrollment_id: id })
        return enrollments[0]
      },
    },
    async ({ emulator, step, given: enrollment }) => {
      await step('A user cancels', () => emulator.act.cancelEnrollment({ enrollment }))
    },
  )
  const reader: Connect = ({ baseUrl, token, fetch, storage }) => {
    const headers = { authorization: `Bearer ${token}` }
    async function list(path: string): Promise<readonly { id: number; status?: string }[]> {
      const found: { id: number; status?: string }[] = []
      for (let url: string | undefined = `${baseUrl}/${path}?per_page=2`; url;) {
        const response: Response = await fetch(url, { headers })
        if (!response.ok) throw new Error(`${path} answered ${response.status}`)
        found.push(...((await response.json()) as typeof found))
        url = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      }
      return found
    }
    return {
      async fetch(request) {
        const { event, event_data } = (await request.json()) as {
          event: string
          event_data: { id: number }
        }
        if (!event.startsWith('enrollment.')) return 204
        const response = await fetch(`${baseUrl}/enrollments/${event_data.id}`, { headers })
        if (!response.ok && response.status !== 404) return 503
        if (response.ok)
          storage.set(`enrollment ${event_data.id}`, ((await response.json()) as never)['status'])
        else storage.delete(`enrollment ${event_data.id}`)
        return 204
      },
      async resync() {
        const enrollments = await list('enrollments')
        const attendances = await list('attendances')
        storage.transaction((tx) => {
          for (const [key] of storage.entries()) tx.delete(key)
          for (const { id, status } of enrollments) tx.set(`enrollment ${id}`, status)
          for (const { id } of attendances) tx.set(`attendance ${id}`, true)
        })
      },
      state: () => Object.fromEntries(storage.entries()),
    }
  }
  const { failures } = await explore(cancellation, reader, drift)
  expect(failures.map(({ replay }) => replay)).toEqual([])
})
