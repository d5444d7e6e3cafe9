/** Maps and sets that keep the newest ten thousand keys. */
import { expect, test } from 'vitest'
import { addBounded, setBounded } from '../../../src/engine/kit/usage/bounded-map.ts'

const max = 10_000

test('a map forgets its oldest key above the maximum, and a key that is set again is the newest', () => {
  const map = new Map<number, string>()
  for (let key = 0; key < max; key += 1) setBounded(map, key, 'first')
  expect(map.size).toBe(max)
  setBounded(map, 0, 'again')
  setBounded(map, max, 'first')
  expect([map.size, map.has(0), map.has(1), map.has(2)]).toEqual([max, true, false, true])
  expect([...map].at(-2)).toEqual([0, 'again'])
})

test('a set forgets its oldest value', () => {
  const set = new Set<number>()
  for (let value = 0; value < max; value += 1) addBounded(set, value)
  addBounded(set, 0)
  addBounded(set, max)
  expect([set.size, set.has(0), set.has(1), set.has(2)]).toEqual([max, true, false, true])
})
