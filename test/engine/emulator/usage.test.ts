/** `usage` counts what a run costs. */
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { collectedUsages, collectUsages } from '../../../src/engine/emulator/reports/usage.ts'
import { createEmulator, type Emulator } from '../../../src/index.ts'

const get = (emulator: Emulator, path: string): Promise<Response> =>
  emulator.fetch(path, { headers: emulator.headers })

const usageOf = (emulator: Emulator, operation: string) =>
  emulator.usage().operations.find((each) => each.operation === operation)

test('counts calls, pages, rows, statuses and bytes of each operation', async () => {
  const emulator = createEmulator()
  emulator.given('users', 30)
  const { headers } = emulator
  const page = await (await get(emulator, '/users?per_page=20')).arrayBuffer()
  await get(emulator, '/users')
  await get(emulator, '/users/1')
  await get(emulator, '/users/99999')
  await get(emulator, '/nothing')
  const body = JSON.stringify({ first_name: 'Änne', last_name: 'Lund', email: 'aenne@example.com' })
  await emulator.fetch('/users', { method: 'POST', headers, body })
  const { calls, unmatched, operations } = emulator.usage()
  expect({ calls, unmatched }).toEqual({ calls: 6, unmatched: 1 })
  expect(operations.map((each) => [each.operation, each.calls])).toEqual([
    ['get_user_by_id', 2],
    ['get_users', 2],
    ['create_user', 1],
  ])
  expect(usageOf(emulator, 'get_users')).toMatchObject({
    pages: 2,
    rows: 45,
    statuses: { 200: 2 },
    pageSizes: { 20: 1, 25: 1 },
  })
  expect(usageOf(emulator, 'get_users')?.responseBytes).toBeGreaterThan(page.byteLength)
  expect(usageOf(emulator, 'get_user_by_id')).toMatchObject({
    rows: 1,
    pages: 0,
    statuses: { 200: 1, 404: 1 },
  })
  const requestBytes = new TextEncoder().encode(body).length
  expect(usageOf(emulator, 'create_user')).toMatchObject({ rows: 1, requestBytes })
})

test('counts the bytes of the response that the client receives', async () => {
  const emulator = createEmulator()
  const { headers } = emulator
  const { length } = await (await get(emulator, '/users/1')).text()
  await emulator.fetch('/users/1', { method: 'HEAD', headers })
  emulator.fault({ operation: 'get_user_by_id', with: { reset: true } })
  await expect(get(emulator, '/users/1')).rejects.toThrow('fetch failed')
  expect(usageOf(emulator, 'get_user_by_id')).toMatchObject({
    responseBytes: length,
    statuses: { 200: 2, none: 1 },
  })
})

test('counts the time from a 429 to the next accepted call, and the fullest window', async () => {
  const emulator = createEmulator({ rateLimit: { requestsPerWindowMax: 5 } })
  for (let i = 0; i < 7; i += 1) await get(emulator, '/users')
  await emulator.advance('2m')
  await get(emulator, '/users')
  await emulator.advance('3m')
  await get(emulator, '/users')
  const { durationMs, rateLimit } = emulator.usage()
  expect(durationMs).toBe(300_000)
  expect(rateLimit).toEqual({
    refused: 3,
    waitedMs: 300_000,
    highest: { calls: 5, limit: 5, windowStart: '2026-01-05T09:00:00.000Z' },
  })
  expect(usageOf(emulator, 'get_users')).toMatchObject({ calls: 9, pages: 6 })
})

test('the duration counts the time of deliveries inside an advance once', async () => {
  const emulator = createEmulator({ world: 'small-school' })
  emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
  const { id } = emulator.given('users')
  emulator.act.update('users', id, { first_name: 'Mia' })
  await emulator.advance('20m')
  expect(emulator.journal().filter(({ kind }) => kind === 'attempt').length).toBeGreaterThan(1)
  expect(emulator.usage().durationMs).toBe(1_200_000)
})

test('a wait after a 429 of a fault ends with the next accepted call', async () => {
  const emulator = createEmulator()
  emulator.fault({ operation: 'get_users', times: 1, with: { status: 429 } })
  await get(emulator, '/users')
  await emulator.advance('30s')
  await get(emulator, '/users')
  expect(emulator.usage().rateLimit).toMatchObject({ refused: 1, waitedMs: 30_000 })
})

test('lists the scopes that calls needed and the other scopes of the token', async () => {
  const emulator = createEmulator()
  const token = emulator.mintToken({ scopes: ['relations:read', 'orders:read', 'settings:modify'] })
  await emulator.fetch('/users', { headers: { authorization: `Bearer ${token}` } })
  await emulator.fetch('/invoices', { headers: { authorization: `Bearer ${token}` } })
  expect(emulator.usage().scopes).toEqual({
    used: ['relations:read'],
    unused: ['orders:read', 'settings:modify'],
  })
})

test('lists deprecated parameters, fields, page numbers and operations', async () => {
  const emulator = createEmulator()
  const { headers } = emulator
  const course = emulator.given('courses')
  await get(emulator, `/orders?course_id=${course.id}`)
  await get(emulator, '/users?page=1')
  await get(emulator, '/users?page=2')
  const body = JSON.stringify({ course_ids: [course.id] })
  await emulator.fetch('/leads', { method: 'POST', headers, body })
  await emulator.fetch('/affiliations/1', { method: 'DELETE', headers })
  expect(emulator.usage().deprecated).toEqual([
    { kind: 'parameter', name: 'course_id', operation: 'get_orders', calls: 1 },
    { kind: 'paging', name: 'page', operation: 'get_users', calls: 2 },
    { kind: 'field', name: 'course_ids', operation: 'create_lead', calls: 1 },
    {
      kind: 'operation',
      name: 'delete_affiliation_by_id',
      operation: 'delete_affiliation_by_id',
      calls: 1,
    },
  ])
})

test('counts what came after an entry', async () => {
  const emulator = createEmulator()
  await get(emulator, '/users')
  await emulator.advance('1h')
  const entry = emulator.journal().at(-1)
  await get(emulator, '/users/1')
  await emulator.advance('5m')
  const usage = emulator.usage({ since: entry! })
  expect(usage).toMatchObject({ calls: 1, durationMs: 300_000, since: '2026-01-05T10:00:00.000Z' })
  expect(usage.toJSON()).toEqual(emulator.usage({ since: entry!.number }).toJSON())
  expect(emulator.usage({ since: 0 })).toMatchObject({ calls: 2, durationMs: 3_900_000 })
})

test('refuses an entry that the journal does not contain', () => {
  const emulator = createEmulator()
  expect(() => emulator.usage({ since: 4711 })).toThrow(
    'Could not count the usage since 4711: the journal of this emulator does not contain this entry.',
  )
  expect(() => emulator.usage({ since: 'start' as never })).toThrow('since "start"')
  expect(() => emulator.usage({ from: 1 } as never)).toThrow('from')
  expect(() => emulator.usage(null as never)).toThrow('the options are null')
})

test('includes entries that the journal dropped', async () => {
  const small = createEmulator({ journalEntriesMax: 3 })
  const large = createEmulator()
  for (const emulator of [small, large]) {
    emulator.given('users', 30)
    await get(emulator, '/users?per_page=10')
    await emulator.advance('1h')
    for (let id = 1; id < 20; id += 1) await get(emulator, `/users/${id}`)
  }
  expect(small.usage().toJSON()).toEqual(large.usage().toJSON())
  expect(small.usage().toJSON()).toEqual(large.usage().toJSON())
  expect(() => small.usage({ since: 1 })).toThrow(
    'Could not count the usage since 1: the journal no longer keeps the entries after it.',
  )
  small.reset()
  expect(small.usage()).toMatchObject({ calls: 0, durationMs: 0, operations: [] })
})

test('a fork counts from its own start, and continues the rate window', async () => {
  const emulator = createEmulator()
  await get(emulator, '/users')
  await emulator.advance('1m')
  const fork = emulator.fork()
  expect(fork.usage()).toMatchObject({ calls: 0, durationMs: 0, since: '2026-01-05T09:01:00.000Z' })
  await get(fork, '/users')
  await fork.advance('1m')
  expect(fork.usage()).toMatchObject({
    calls: 1,
    durationMs: 60_000,
    rateLimit: { highest: { calls: 2 } },
  })
  expect(emulator.usage().calls).toBe(1)
})

test('starts again after reset and load, and continues after restore', async () => {
  const emulator = createEmulator()
  const snapshot = emulator.snapshot()
  await get(emulator, '/users')
  await emulator.advance('1h')
  emulator.restore(snapshot)
  await get(emulator, '/users')
  await emulator.advance('1m')
  expect(emulator.usage()).toMatchObject({ calls: 2, durationMs: 3_660_000 })
  emulator.reset()
  expect(emulator.usage()).toMatchObject({ calls: 0, durationMs: 0 })
  await get(emulator, '/users')
  const saved = emulator.save()
  emulator.restore(saved)
  expect(emulator.usage().calls).toBe(0)
})

test('is frozen plain data with a text', async () => {
  const emulator = createEmulator()
  await get(emulator, '/users')
  const usage = emulator.usage()
  expect(Object.isFrozen(usage)).toBe(true)
  expect(Object.isFrozen(usage.operations[0]?.statuses)).toBe(true)
  expect(JSON.parse(JSON.stringify(usage))).toEqual(usage.toJSON())
  expect(usage.toText()).toMatch(/^1 call in 0 s\noperation +calls +pages/)
  expect(usage.toText()).toContain('Fullest rate window: 1 of 500 calls')
})

test('of the entries after one, usage begins at the time of that entry', async () => {
  const emulator = createEmulator()
  await get(emulator, '/users')
  await emulator.advance('5m')
  await get(emulator, '/users')
  const second = emulator.journal({ kind: 'request' }).at(-1)
  await emulator.advance('7m')
  await get(emulator, '/users/1')
  const { since, durationMs, calls } = emulator.usage({ since: second?.number ?? 0 })
  expect({ since, durationMs, calls }).toEqual({ since: second?.at, durationMs: 420_000, calls: 1 })
})

test('collected usages are those before each reset and each saved world, and the last one', async () => {
  const emulator = createEmulator({ world: 'small-school' })
  const context = contextOf(emulator)
  const calls = () => collectedUsages(context).map((usage) => usage.calls)
  await get(emulator, '/users')
  emulator.reset()
  expect(calls()).toEqual([0])
  collectUsages(context)
  for (let i = 0; i < 3; i += 1) await get(emulator, '/users')
  emulator.reset()
  for (let i = 0; i < 2; i += 1) await get(emulator, '/users')
  const snapshot = emulator.snapshot()
  emulator.restore(emulator.save())
  await get(emulator, '/users')
  expect(calls()).toEqual([3, 2, 1])
  emulator.reset()
  emulator.restore(snapshot)
  expect(calls()).toEqual([3, 2, 1, 0])
})
