/** `sumUsage` adds up the usage of several emulators. */
import { expect, test } from 'vitest'
import { createEmulator } from '../../../src/index.ts'
import { sumUsage } from '../../../src/engine/kit/usage/usage-sum.ts'

test('adds up calls, durations, scopes and deprecated parts, and keeps the strongest advice', async () => {
  const runs = []
  for (const [name, reads] of [
    ['few', 12],
    ['many', 20],
  ] as const) {
    const emulator = createEmulator({ world: 'empty' })
    emulator.given('users', 25)
    const token = emulator.mintToken({ scopes: ['relations:read', 'orders:read'] })
    const headers = { authorization: `Bearer ${token}` }
    for (const { id } of emulator.rows('users').slice(0, reads)) {
      await emulator.fetch(`/users/${id}`, { headers })
    }
    await emulator.fetch('/users?page=1', { headers })
    if (name === 'many') await emulator.fetch('/orders', { headers })
    await emulator.advance('1m')
    runs.push({ name, usage: emulator.usage() })
  }
  const sum = sumUsage(runs)
  expect(sum).toMatchObject({ calls: 35, durationMs: 120_000, unmatched: 0 })
  expect(sum.operations.map(({ operation, calls }) => [operation, calls])).toEqual([
    ['get_user_by_id', 32],
    ['get_users', 2],
    ['get_orders', 1],
  ])
  expect(sum.operations[1]).toMatchObject({ statuses: { 200: 2 }, pageSizes: { 25: 2 }, pages: 2 })
  expect(sum.scopes).toEqual({ used: ['orders:read', 'relations:read'], unused: [] })
  expect(sum.deprecated).toEqual([
    { kind: 'paging', name: 'page', operation: 'get_users', calls: 2 },
  ])
  expect(sum.rateLimit.highest.calls).toBe(22)
  expect(sum.advice.map(({ text }) => text)).toEqual([
    'get_user_by_id 20 times: get_users returns up to 100 records in one call. In "many" and 1 more.',
  ])
})

test('advice of one run names this run only', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('users', 12)
  const { headers } = emulator
  for (const { id } of emulator.rows('users')) await emulator.fetch(`/users/${id}`, { headers })
  const { advice } = sumUsage([{ name: 'only', usage: emulator.usage() }])
  expect(advice.map(({ text }) => text)).toEqual([expect.stringMatching(/ In "only"\.$/)])
})

test('adds up refused calls and the time until the next accepted one', async () => {
  const runs = []
  for (const minutes of [2, 3]) {
    const emulator = createEmulator({ world: 'empty' })
    const { headers } = emulator
    emulator.fault({ times: 1, with: { status: 429 } })
    await emulator.fetch('/users', { headers })
    await emulator.advance(`${minutes}m`)
    await emulator.fetch('/users', { headers })
    runs.push({ name: `${minutes}m`, usage: emulator.usage() })
  }
  expect(sumUsage(runs).rateLimit).toMatchObject({ refused: 2, waitedMs: 300_000 })
})

test('the sum of no runs is empty', () => {
  expect(sumUsage([])).toMatchObject({ calls: 0, operations: [], advice: [] })
})

test('of no run is empty', () => {
  expect(sumUsage([])).toMatchObject({
    calls: 0,
    durationMs: 0,
    operations: [],
    rateLimit: { refused: 0, waitedMs: 0, highest: { calls: 0, limit: 0, windowStart: null } },
    scopes: { used: [], unused: [] },
    advice: [],
  })
})

test('keeps the fullest window, also of one call, and names an unused scope once', async () => {
  const runs = []
  for (const calls of [1, 2, 1]) {
    const emulator = createEmulator({ world: 'empty' })
    const token = emulator.mintToken({ scopes: ['relations:read', 'courses:read', 'orders:read'] })
    const headers = { authorization: `Bearer ${token}` }
    for (let i = 0; i < calls; i += 1) await emulator.fetch('/users', { headers })
    runs.push({ name: String(calls), usage: emulator.usage() })
  }
  const [one] = runs
  expect(sumUsage([one!]).rateLimit.highest).toEqual(one!.usage.rateLimit.highest)
  const { rateLimit, scopes } = sumUsage(runs)
  expect(rateLimit.highest).toEqual(runs[1]!.usage.rateLimit.highest)
  expect(scopes).toEqual({ used: ['relations:read'], unused: ['courses:read', 'orders:read'] })
})
