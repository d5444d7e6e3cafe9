import { expect, test } from 'vitest'
import { RowCache } from '../../src/model/row-cache.ts'

const rows = Array.from({ length: 10_000 }, (_, i) => ({ id: i + 1 }))

test('a cache keeps the values of the rows that were added last, and no more than 4,000', () => {
  const cache = new RowCache<number>()
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

test('a new value replaces the value of a row', () => {
  const cache = new RowCache<number>()
  for (let round = 0; round < 3; round += 1) {
    for (const row of rows.slice(0, 2_500)) cache.set(row, round)
    expect(cache.get(rows[2_400] as { id: number })).toBe(round)
  }
})
