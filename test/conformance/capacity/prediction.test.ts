/** Predictions from small runs equal full runs, to the call and to the millisecond. */
import { describe, expect, test } from 'vitest'
import { measureCapacity } from '../../../src/conformance/capacity/measure-capacity.ts'
import type { CapacityOptions } from '../../../src/conformance/capacity/capacity-options.ts'
import type { Connect } from '../../../src/conformance/scenario/integration.ts'
import * as syncs from './example-syncs.ts'

/** A limit that walks over pages reach as well. */
const emulator = { rateLimit: { requestsPerWindowMax: 9 } }
const latency = { readMs: 80, writeMs: 150 }

const outage: CapacityOptions = {
  given(emulator, size) {
    emulator.given('users', size)
    emulator.outage({ from: '0s', until: '5m', of: 'api' })
  },
}

const plantedSyncs: [string, Connect, CapacityOptions?][] = [
  ['pages of 100 until a page is short', syncs.paged(100), { emulator }],
  ['pages of 25 until a page is short', syncs.paged(25), { emulator }],
  ['pages of 100 by the Link header', syncs.paged(100, 'link'), { emulator }],
  ['pages of 7 until a page is empty', syncs.paged(7, 'empty'), { emulator }],
  [
    'pages of 2 with a latency',
    syncs.paged(2),
    { latency, emulator: { assumptions: { 'rate.window': 'sliding' } } },
  ],
  ['one call for each user', syncs.onePerUser],
  [
    'one call for each user, with a latency',
    syncs.onePerUser,
    { latency, emulator: { assumptions: { 'rate.window': 'aligned' } } },
  ],
  ['one call for each user of a page', syncs.onePerUserOfPage],
  ['two calls for each user of a page', syncs.twoPerUserOfPage],
  ['several lists', syncs.severalLists, { emulator }],
  ['the newest users, when all are new', syncs.incremental('1990-01-01'), { emulator }],
  ['the newest users, when none is new', syncs.incremental('2030-01-01'), { emulator }],
  ['eight calls at a time', syncs.pool(8)],
  ['eight calls at a time, with a latency', syncs.pool(8), { latency }],
  ['batches of eight calls', syncs.batches(8)],
  ['batches of eight calls, with a latency', syncs.batches(8), { latency }],
  ['batches of five for each page', syncs.batchesOfPage, { latency }],
  ['polling, then pages', syncs.polling, { latency, emulator }],
  ['a wait between pages', syncs.throttled, { emulator }],
  ['a longer wait after a 429', syncs.patient, { emulator }],
  ['a write for each user', syncs.writing, { latency }],
  ['an outage at the start', syncs.afterOutage, outage],
]

describe('the prediction equals the full run', () => {
  test.each(plantedSyncs)('%s', { timeout: 60_000 }, async (_, connect, options) => {
    const capacity = await measureCapacity(connect, { target: 1_003, ...options })
    const { calls, durationMs, predicted, confirmed } = capacity
    expect(predicted).toEqual({ calls, durationMs })
    expect(confirmed).toBe(true)
    expect(capacity.perOperation.map(({ formula }) => formula)).not.toContain('not linear')
  })
})
