/** The routes for usage. */
import { createEmulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { expect, test } from 'vitest'
import type { UsageOverview } from '../../../src/engine/control/views/usage-overview.ts'

const getJson = async (emulator: ReturnType<typeof createEmulator>, path: string) => {
  const control = createHandler(emulator)
  const response = await control(new Request(`http://127.0.0.1/_emulator/${path}`))
  return { status: response.status, body: await response.json() }
}

test('usage is returned as JSON, also after an entry', async () => {
  const emulator = createEmulator({ world: 'empty' })
  await emulator.fetch('/users', { headers: emulator.headers })
  expect(await getJson(emulator, 'usage')).toEqual({ status: 200, body: emulator.usage().toJSON() })
  const last = emulator.journal().at(-1)?.number
  expect((await getJson(emulator, `usage?since=${last}`)).body).toMatchObject({ calls: 0 })
  expect(await getJson(emulator, 'usage?since=x')).toMatchObject({ status: 400 })
  expect((await getJson(emulator, 'usage?since=4711')).body).toMatchObject({
    error: { code: 'unknown_entry' },
  })
})

test('the chart has the calls, the rate window and the waits over time', async () => {
  const emulator = createEmulator({ world: 'empty', rateLimit: { requestsPerWindowMax: 3 } })
  const get = (path: string) => emulator.fetch(path, { headers: emulator.headers })
  for (let i = 0; i < 3; i += 1) await get('/users')
  await emulator.advance('2m')
  await get('/courses')
  await emulator.advance('3m')
  for (const path of ['/courses', '/labels', '/nothing']) await get(path)
  const { body } = await getJson(emulator, 'usage-chart')
  const { usage, chart, dropped } = body as UsageOverview
  expect(usage).toEqual(emulator.usage().toJSON())
  expect(dropped).toBe(0)
  const start = Date.parse('2026-01-05T09:00:00Z')
  expect(chart).toMatchObject({
    fromMs: start,
    bucketMs: 5_000,
    operations: ['get_users', 'get_courses', 'get_labels', 'other'],
    waits: [{ fromMs: start + 120_000, toMs: start + 300_000 }],
  })
  expect(chart.buckets).toEqual([
    { atMs: start, calls: [3, 0, 0, 0], windowUse: 3 },
    { atMs: start + 120_000, calls: [0, 1, 0, 0], windowUse: 3 },
    { atMs: start + 300_000, calls: [0, 1, 1, 1], windowUse: 3 },
  ])
})

test('the chart of a long run has at most 61 steps, and the chart without calls none', async () => {
  const emulator = createEmulator({ world: 'empty' })
  expect((await getJson(emulator, 'usage-chart')).body).toMatchObject({
    chart: { buckets: [], operations: [], waits: [] },
  })
  for (let i = 0; i < 100; i += 1) {
    await emulator.fetch('/users', { headers: emulator.headers })
    await emulator.advance('2d')
  }
  const { chart } = (await getJson(emulator, 'usage-chart')).body as UsageOverview
  expect(chart.buckets.length).toBeLessThanOrEqual(61)
  expect((chart.toMs - chart.fromMs) / chart.bucketMs).toBeLessThanOrEqual(61)
  expect(chart.bucketMs % 86_400_000).toBe(0)
})

test('waits of several clients that overlap are one wait', async () => {
  const emulator = createEmulator({ world: 'empty', rateLimit: { requestsPerWindowMax: 1 } })
  const clients = [emulator.mintToken(), emulator.mintToken()]
  const call = async (client: number): Promise<number> => {
    const headers = { authorization: `Bearer ${clients[client]}` }
    return (await emulator.fetch('/users', { headers })).status
  }
  expect([await call(0), await call(0)]).toEqual([200, 429])
  await emulator.advance('2m')
  expect([await call(1), await call(1)]).toEqual([200, 429])
  await emulator.advance('3m')
  expect(await call(0)).toBe(200)
  await emulator.advance('2m')
  expect(await call(1)).toBe(200)
  const { chart } = (await getJson(emulator, 'usage-chart')).body as UsageOverview
  const fromMs = Date.parse('2026-01-05T09:00:00Z')
  expect(chart?.waits).toEqual([{ fromMs, toMs: fromMs + 7 * 60_000 }])
})
