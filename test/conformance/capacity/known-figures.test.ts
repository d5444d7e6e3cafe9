/** Known figures of 100,001 users at 500 calls in 5 minutes, from real runs. */
import { expect, test } from 'vitest'
import { measureCapacity } from '../../../src/capacity.ts'
import * as syncs from './example-syncs.ts'

const minuteMs = 60_000

test.each([
  [100, 1_003, 10],
  [25, 4_009, 40],
])(
  '100,001 users in pages of %i: %i calls, %i minutes',
  { timeout: 300_000 },
  async (perPage, calls, minutes) => {
    const options = { target: 100_001, largest: false }
    const durationMs = minutes * minuteMs
    expect(await measureCapacity(syncs.paged(perPage), options)).toMatchObject({
      calls,
      refused: minutes / 5,
      waitedMs: durationMs,
      durationMs,
      fits: true,
      perOperation: [{ operation: 'get_users', calls: Math.ceil(100_001 / perPage) }],
    })
  },
)
