/** The limit on stored rate windows. */
import { expect, test } from 'vitest'
import { createCells } from '../../src/machine/cells.ts'
import { createRateLimiter, rateWindowsMax } from '../../src/serve/rate-limiter.ts'

const limit = { requestsPerWindowMax: 2, windowMs: 1_000 }

function limiter() {
  const cells = createCells()
  const { count } = createRateLimiter(cells, limit)
  return { count, size: () => (cells.snapshot()['rate.windows'] as { size: number }).size }
}

test('windows of many clients are limited, and the newest clients stay limited', () => {
  const { count, size } = limiter()
  for (let i = 0; i < 3 * rateWindowsMax; i += 1) {
    count(`client ${i}`, i / 100, false)
    expect(size()).toBeLessThanOrEqual(rateWindowsMax)
  }
  const last = `client ${3 * rateWindowsMax - 1}`
  expect(count(last, 100, false)).toBeUndefined()
  expect(count(last, 100, false)).toBe(1)
})

test('expired windows are forgotten first, and a sliding window in use is kept', () => {
  const { count, size } = limiter()
  for (let i = 0; i < rateWindowsMax - 1; i += 1) count(`client ${i}`, 0, false)
  count('sliding', 0, true)
  count('sliding', 900, true)
  count('new', 1_100, false)
  expect(size()).toBe(2)
  expect(count('sliding', 1_200, true)).toBeUndefined()
  expect(count('sliding', 1_300, true)).toBe(1)
})
