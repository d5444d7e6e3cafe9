/** The length of rate windows, and the limit on stored ones. */
import { expect, test } from 'vitest'
import { createCells } from '../../../src/engine/store/cells.ts'
import { createRateLimiter, rateWindowsMax } from '../../../src/engine/serve/rate-limiter.ts'

const limit = { requestsPerWindowMax: 2, windowMs: 1_000 }

function limiter() {
  const cells = createCells()
  const { count } = createRateLimiter(cells, limit)
  return { count, size: () => (cells.snapshot()['rate.windows'] as { size: number }).size }
}

test('the length of a window in seconds is rounded up', () => {
  const secondsOf = (windowMs: number): number =>
    createRateLimiter(createCells(), { ...limit, windowMs }).windowSeconds
  expect([1_000, 1_001, 300_000].map(secondsOf)).toEqual([1, 2, 300])
})

test('windows of many clients are limited, and the newest clients stay limited', () => {
  const { count, size } = limiter()
  for (let i = 0; i < 3 * rateWindowsMax; i += 1) {
    count(`client ${i}`, i / 100, 'fixed')
    expect(size()).toBeLessThanOrEqual(rateWindowsMax)
  }
  const last = `client ${3 * rateWindowsMax - 1}`
  expect(count(last, 100, 'fixed')).toBeUndefined()
  expect(count(last, 100, 'fixed')).toBe(1)
})

test('the clients of the newest windows stay limited, and the oldest are forgotten', () => {
  const { count } = limiter()
  const name = (i: number): string => `client ${String(i).padStart(5, '0')}`
  for (let i = 0; i <= rateWindowsMax; i += 1) count(name(i), i / 10, 'fixed')
  const callsLeft = (i: number): number =>
    [1, 2].filter(() => count(name(i), 300, 'fixed') === undefined).length
  const newest = rateWindowsMax
  expect([newest, newest - 1, newest - 900, 99, 0].map(callsLeft)).toEqual([1, 1, 1, 2, 2])
})

test('expired windows are forgotten first, and a sliding window in use is kept', () => {
  const { count, size } = limiter()
  for (let i = 0; i < rateWindowsMax - 1; i += 1) count(`client ${i}`, 0, 'fixed')
  count('client 0', 900, 'fixed')
  count('sliding', 0, 'sliding')
  count('sliding', 900, 'sliding')
  count('new', 1_100, 'fixed')
  expect(size()).toBe(2)
  expect(count('sliding', 1_200, 'sliding')).toBeUndefined()
  expect(count('sliding', 1_300, 'sliding')).toBe(1)
})
