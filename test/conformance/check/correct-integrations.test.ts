/** Correct integrations of several kinds fail no check. */
import { expect, test } from 'vitest'
import { type CheckResult, checkIntegration } from '../../../src/check.ts'
import type { Connect, Integration } from '../../../src/scenarios.ts'
import { enrollmentPoller } from './correct/enrollment-poller.ts'
import { taskPerEvent } from './correct/task-per-event.ts'

async function checkOf(id: string, connect: Connect): Promise<CheckResult | undefined> {
  const { checks } = await checkIntegration(connect, { only: [id] })
  return checks[0]
}

test.each([
  ['creates one task for each event', taskPerEvent],
  ['polls, and keeps enrollments with counts', enrollmentPoller(100)],
])('an integration that %s', { timeout: 120_000 }, async (_, connect) => {
  const card = await checkIntegration(connect)
  const isBad = ({ verdict }: CheckResult): boolean => /failed|inconclusive/.test(verdict)
  expect(card.checks.filter(isBad)).toEqual([])
  expect(card.ok).toBe(true)
})

const withoutState =
  (connect: Connect): Connect =>
  async (connection) => {
    const { state: _, ...others } = await connect(connection)
    return others
  }

/** Creates one task for each delivery, without a look at those that are there. */
const taskPerDelivery: Connect = ({ baseUrl, token, fetch }) => ({
  async fetch(request) {
    const { event } = (await request.json()) as { event: string }
    if (event !== 'enrollment.created') return new Response(null, { status: 204 })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Welcome a student' })
    const { ok } = await fetch(`${baseUrl}/tasks`, { method: 'POST', headers, body })
    return new Response(null, { status: ok ? 204 : 500 })
  },
})

test('what a creator without `state` writes is compared', { timeout: 120_000 }, async () => {
  const ids = ['redelivered-id', 'lost-events', 'interrupted-resync', 'long-outage', 'refused-call']
  const { checks } = await checkIntegration(withoutState(taskPerEvent), { only: ids })
  expect(checks.map(({ verdict }) => verdict)).toEqual(ids.map(() => 'passed'))
  expect(await checkOf('redelivered-id', taskPerDelivery)).toMatchObject({
    verdict: 'failed',
    reason: expect.stringContaining('rows.tasks created'),
  })
  // Note: whether a change of a record is applied is no matter of created rows.
  expect(await checkOf('update-after-creation', taskPerDelivery)).toMatchObject({
    verdict: 'skipped',
  })
})

test('pages of 50 records are a note, and pages of 25 failed', async () => {
  expect(await checkOf('page-size', enrollmentPoller(50))).toMatchObject({
    verdict: 'passed',
    reason: 'A long list is read in pages of 50: /enrollments.',
    isNote: true,
  })
  expect(await checkOf('page-size', enrollmentPoller(25))).toMatchObject({ verdict: 'failed' })
  expect(await checkOf('page-size', enrollmentPoller(undefined))).toMatchObject({
    verdict: 'failed',
  })
})

/** Requests and responses arrive later than they are sent, and not all in the same time. */
const overNetwork =
  (connect: Connect): Connect =>
  (connection) => {
    let count = 0
    async function travel(): Promise<void> {
      count += 1
      for (let turn = (count * 37) % 100; turn < 200; turn += 1) await undefined
    }
    return connect({
      ...connection,
      async fetch(input, init) {
        await travel()
        const response = await connection.fetch(input, init)
        await travel()
        return response
      },
    })
  }

/** Reads the users of two deliveries at the same time. No call begins while the window is closed. */
const twoWorkers: Connect = ({ baseUrl, token, fetch, sleep }) => {
  let whenOpen: Promise<void> = Promise.resolve()
  const users: Record<string, unknown> = {}

  async function read(path: string): Promise<Response> {
    await whenOpen
    const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } })
    if (response.status !== 429) return response
    whenOpen = sleep(`${Number(response.headers.get('retry-after'))}s`)
    return read(path)
  }

  let works: Promise<void>[] = [Promise.resolve(), Promise.resolve()]
  return {
    async fetch(request, { waitUntil }) {
      const { event_data: data } = (await request.json()) as { event_data: { id: number } }
      const [first, ...others] = works
      const work = Promise.resolve(first).then(async () => {
        for (let call = 0; call < 3; call += 1) await read(`/enrollments/${data.id}`)
        users[data.id] = true
      })
      works = [...others, work]
      waitUntil(work)
      return new Response(null, { status: 202 })
    },
    state: () => users,
  }
}

test('calls that were sent before the first 429 arrived are not early', async () => {
  expect(await checkOf('closed-window', overNetwork(twoWorkers))).toMatchObject({
    verdict: 'passed',
  })
})

/** Reads all users after each delivery, and repeats a refused call after the time of Retry-After. */
const readsAll: Connect = ({ baseUrl, token, fetch, sleep }) => {
  let names: Record<string, unknown> = {}

  async function read(url: string): Promise<Response> {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    if (response.status !== 429) return response
    await sleep(`${Number(response.headers.get('retry-after'))}s`)
    return read(url)
  }

  async function resync(): Promise<void> {
    const response = await read(`${baseUrl}/users?per_page=100`)
    const users = (await response.json()) as { id: number; last_name: string }[]
    names = Object.fromEntries(users.map(({ id, last_name }) => [id, last_name]))
  }

  return {
    async fetch() {
      await resync()
      return new Response(null, { status: 204 })
    },
    resync,
    state: () => names,
  }
}

test('the same call of another delivery is no early repetition', async () => {
  expect(await checkOf('retry-after', readsAll)).toMatchObject({ verdict: 'passed' })
})

test('a first synchronization that uses up a window is not judged by the window of another client', async () => {
  const readsALot: Connect = async (connection) => {
    const integration = (await readsAll(connection)) as Integration
    for (let call = 0; call < 11; call += 1) await integration.resync?.()
    return integration
  }
  expect(await checkOf('shared-window', readsALot)).toMatchObject({ verdict: 'passed' })
})

test('an error that ends with a full stop has one', async () => {
  const connect: Connect = () => ({
    resync: () => undefined,
    state() {
      throw new Error('there is no database.')
    },
  })
  const finding = await checkOf('deleted-users', connect)
  expect(finding?.reason).toBe('The baseline run fails: `state` threw there is no database.')
})
