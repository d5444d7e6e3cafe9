/** Outages of the API, of webhook endpoints or of both, and their effects. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

const url = 'https://app.test/hooks'
/** Ten thousand events take a while, since every response is validated against the OpenAPI document. */
const longMs = 180_000
const unlimited = { rateLimit: { requestsPerWindowMax: Infinity } }

let updates = 0

/** Updates a user `count` times over the API, each time with another value. */
async function update(emulator: Emulator, times: number): Promise<number[]> {
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  const statuses: number[] = []
  for (let i = 0; i < times; i += 1) {
    updates += 1
    const body = JSON.stringify({ middle_name: `van ${updates}` })
    statuses.push((await emulator.fetch('/users/1', { method: 'PUT', headers, body })).status)
  }
  return statuses
}

/** The number of notifications per final state and number of attempts. */
function tally(emulator: Emulator): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, send_attempts } of emulator.rows('webhook_notifications')) {
    const key = `${status} after ${send_attempts.length}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

test('of the API responds with 503 until it ends, and is in the journal', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const outage = emulator.outage({ from: '1h', until: '2h', of: 'api' })
  expect(await update(emulator, 1)).toEqual([200])
  await emulator.advance('1h')
  expect(await update(emulator, 2)).toEqual([503, 503])
  await emulator.advance('1h')
  expect(await update(emulator, 1)).toEqual([200])
  expect(outage.hits).toBe(2)
  expect(emulator.journal()[0]).toMatchObject({
    kind: 'outage',
    outage: 'outage-1',
    of: 'api',
    from: '2026-01-05T10:00:00.000Z',
    until: '2026-01-05T11:00:00.000Z',
  })
})

test('of everything stops requests and deliveries until it ends', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const hook = emulator.receiver({ url })
  const outage = emulator.outage({ with: { reset: true } })
  expect(emulator.journal({ kind: 'outage' })).toMatchObject([{ of: 'all' }])
  await expect(update(emulator, 1)).rejects.toThrow('fetch failed')
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
  outage.end()
  expect(await update(emulator, 1)).toEqual([200])
  await emulator.advance('5m')
  expect(hook.transcript).toEqual([
    '09:00:00  user.deleted  attempt 1  the connection was reset',
    '09:00:00  user.updated  attempt 1  200',
    '09:05:00  user.deleted  attempt 2  200',
  ])
  expect(outage.hits).toBe(2)
})

test('of webhooks leaves a queue, which is delivered in the order of events', async () => {
  const emulator = createEmulator({ world: 'empty', ...unlimited, delivery: { maxInFlight: 2 } })
  const hook = emulator.receiver({ url })
  emulator.outage({ until: '15s', of: 'webhooks' })
  await update(emulator, 6)
  await emulator.advance('20s')
  expect(hook.transcript).toEqual([
    '09:00:00  user.updated  attempt 1  no answer in 10 s',
    '09:00:00  user.updated  attempt 1  no answer in 10 s',
    '09:00:10  user.updated  attempt 1  no answer in 10 s',
    '09:00:10  user.updated  attempt 1  no answer in 10 s',
    '09:00:20  user.updated  attempt 1  200',
    '09:00:20  user.updated  attempt 1  200',
  ])
  await emulator.advance('10m')
  expect(tally(emulator)).toEqual({ 'succeeded after 1': 2, 'succeeded after 2': 4 })
})

test('of webhooks drops and reports the notifications above the queue limit of each webhook', async () => {
  const delivery = { maxInFlight: 1, maxQueued: 3 }
  const emulator = createEmulator({ world: 'empty', ...unlimited, delivery })
  const slow = emulator.receiver({ url })
  const other = emulator.receiver({ url: 'https://other.test/hooks' })
  emulator.fault({ webhook: url, until: '1h', with: { timeout: 'before' } })
  for (let i = 0; i < 6; i += 1) {
    await update(emulator, 1)
    await emulator.settle()
  }
  const drops = emulator.journal().filter(({ kind }) => kind === 'drop')
  expect(drops).toMatchObject([
    { event: 'user.updated', webhook: slow.webhook },
    { event: 'user.updated', webhook: slow.webhook },
  ])
  expect(other.transcript).toHaveLength(6)
  await emulator.advance('1d')
  expect(slow.transcript).toHaveLength(4 * 3)
})

test(
  'of 72 hours with 10,000 events and all retries ends correctly, with constant memory',
  async () => {
    const journalEntriesMax = 5_000
    const emulator = createEmulator({ world: 'empty', ...unlimited, journalEntriesMax })
    const hook = emulator.receiver({ url, events: ['user.updated'], answer: 204 })
    const outage = emulator.outage({ until: '72h', of: 'webhooks' })
    for (let burst = 0; burst < 100; burst += 1) {
      await update(emulator, 100)
      await emulator.advance('43m12s')
    }
    expect(emulator.now().toISOString()).toBe('2026-01-08T09:00:00.000Z')
    expect(tally(emulator)).toEqual({ 'failed after 3': 10_000 })
    expect(outage.hits).toBe(30_000)
    expect(hook.deliveries).toEqual([])

    await update(emulator, 1)
    await emulator.settle()
    expect(tally(emulator)).toEqual({ 'failed after 3': 10_000, 'succeeded after 1': 1 })
    expect(emulator.pending().filter(({ kind }) => kind !== 'date')).toEqual([])
    expect(emulator.journal()).toHaveLength(journalEntriesMax)
    const dropped = contextOf(emulator).journal.droppedCount()
    expect(dropped).toBeGreaterThan(100_000)
    expect(emulator.transcript()).toContain(
      `The journal dropped ${dropped} earlier entries (it keeps ${journalEntriesMax}`,
    )
  },
  longMs,
)
