import { expect, test } from 'vitest'
import { RecentValues } from '../../../src/engine/store/recent-values.ts'

interface Row {
  readonly id: number
}

const rows = Array.from({ length: 10_000 }, (_, i) => ({ id: i + 1 }) as Row)

const createCache = () => new RecentValues<Row, number>(2_000, () => new WeakMap())

test('a cache keeps the values that were added last, and no more than 4,000', () => {
  const cache = createCache()
  const kept = (): number[] => rows.flatMap((row) => cache.get(row) ?? [])
  for (const [i, row] of rows.entries()) {
    cache.set(row, row.id)
    if (i % 500 !== 0) continue
    const ids = kept()
    expect(ids).toEqual(rows.slice(i + 1 - ids.length, i + 1).map(({ id }) => id))
    expect(ids.length).toBeGreaterThanOrEqual(Math.min(i + 1, 2_000))
    expect(ids.length).toBeLessThanOrEqual(4_000)
  }
})

test('a new value replaces the value of a key', () => {
  const cache = createCache()
  for (let round = 0; round < 3; round += 1) {
    for (const row of rows.slice(0, 2_500)) cache.set(row, round)
    expect(cache.get(rows[2_400] as Row)).toBe(round)
  }
})
