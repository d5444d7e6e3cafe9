/** The largest known figure: one call for each of 100,001 users takes most of a day. It takes about 15 s of real time. */
import { expect, test } from 'vitest'
import { measureCapacity } from '../../../src/capacity.ts'
import * as syncs from './example-syncs.ts'

test('one call for each of 100,001 users: 16 h 40 min', { timeout: 600_000 }, async () => {
  const capacity = await measureCapacity(syncs.byId, { target: 100_001 })
  expect(capacity).toMatchObject({
    calls: 100_201,
    refused: 200,
    durationMs: (16 * 60 + 40) * 60_000,
    fits: false,
    // Note: 49 windows of 500 calls.
    largest: 24_500,
    largestBasis: 'run',
  })
  expect(capacity.summary).toBe(
    '100,001 users take 16 h 40 min; the window of 4 h is enough for 24,500',
  )
})
