/** The search of the largest size: right to three digits for every synchronization that gets slower with its size. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLargest, type SizePoint } from '../../../src/conformance/capacity/largest-size.ts'

const windowMs = 3_600_000

/** A synchronization: its calls, its duration, and the size from which on it fails. */
interface Sync {
  callsAt(size: number): number
  msAt(calls: number): number
  readonly failsFrom: number
}

/** Performs the search as `measureCapacity` does: after a first run and a run at the target. */
async function search({ callsAt, msAt, failsFrom }: Sync, target: number) {
  const run = (size: number): SizePoint & { readonly callsInWindow: number } => {
    const calls = callsAt(size)
    let callsInWindow = calls
    while (callsInWindow > 0 && msAt(callsInWindow) > windowMs)
      callsInWindow -= Math.max(1, Math.floor(callsInWindow / 1_000))
    return { size, calls, durationMs: msAt(calls), callsInWindow }
  }
  const fits = (size: number): boolean => size < failsFrom && run(size).durationMs <= windowMs
  const points = [Math.ceil(target / 100), target].map(run)
  const probed: number[] = []
  const limit = target * 10
  const largest = await findLargest({
    windowMs,
    limit,
    points,
    tooLarge: points.find(({ size }) => !fits(size)),
    async probe(size) {
      probed.push(size)
      if (size >= failsFrom) return { tooLarge: { size, callsInWindow: undefined } }
      return fits(size) ? { fits: run(size) } : { tooLarge: run(size) }
    },
  })
  return { largest, probed, fits, limit }
}

const limited = (perWindow: number) => (calls: number) =>
  Math.max(0, Math.ceil(calls / perWindow) - 1) * 300_000

const syncs = fc.record({
  target: fc.integer({ min: 101, max: 100_000 }),
  base: fc.integer({ min: 0, max: 300 }),
  perPage: fc.integer({ min: 1, max: 100 }),
  exponent: fc.constantFrom(1, 1, 1.2, 2),
  failsFrom: fc.option(fc.integer({ min: 200_000, max: 2_000_000 }), { nil: Infinity }),
  timing: fc.oneof(
    fc.integer({ min: 5, max: 1_000 }).map(limited),
    fc.integer({ min: 1, max: 5_000 }).map((ms) => (calls: number) => calls * ms),
  ),
})

test('a size that was run fits, and one in the third digit above does not', async () => {
  await fc.assert(
    fc.asyncProperty(syncs, async ({ target, base, perPage, exponent, failsFrom, timing }) => {
      const callsAt = (size: number) => base + Math.ceil(size ** exponent / perPage)
      const sync = { callsAt, msAt: timing, failsFrom: Math.max(target + 1, failsFrom) }
      const { largest, probed, fits, limit } = await search(sync, target)
      expect(probed.every((size) => size > 0 && size <= limit)).toBe(true)
      expect(new Set(probed).size).toBe(probed.length)
      if (largest.basis === 'run') {
        expect(largest.size === 0 || fits(largest.size)).toBe(true)
        expect(fits(Math.ceil((largest.size + 1) * 1.01))).toBe(false)
      } else {
        expect(fits(limit)).toBe(true)
        expect(largest.size).toBeGreaterThanOrEqual(limit)
      }
    }),
  )
})

test.each([
  ['one call for each record', 1, 100_000],
  ['pages of 100', 100, 100_000],
  ['pages of 25', 25, 20_000],
])('%s takes at most five runs', async (_, perPage, target) => {
  const callsAt = (size: number) => Math.ceil(size / perPage)
  const { probed } = await search({ callsAt, msAt: limited(500), failsFrom: Infinity }, target)
  expect(probed.length).toBeLessThanOrEqual(5)
})
