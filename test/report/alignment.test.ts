/** The alignment of two lists. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { align } from '../../src/report/comparison/alignment.ts'

/** Letters are similar to those of the other case. */
const aligned = (left: string, right: string): string[] =>
  align([...left], [...right], (item) => ({ whole: item, similar: item.toLowerCase() })).map(
    ({ left: l, right: r }) => `${l ?? '-'}${r ?? '-'}`,
  )

test('equal items are pairs, and items of one list are alone', () => {
  expect(aligned('abcd', 'axcy')).toEqual(['aa', 'b-', '-x', 'cc', 'd-', '-y'])
  expect(aligned('ab', 'ab')).toEqual(['aa', 'bb'])
  expect(aligned('', 'a')).toEqual(['-a'])
})

test('a step stands beside the one in its place, and not beside a later equal one', () => {
  expect(aligned('abz', 'aBcbcbz')).toEqual(['aa', 'bB', '-c', '-b', '-c', '-b', 'zz'])
  expect(aligned('axbz', 'ayBcz')).toEqual(['aa', 'x-', 'b-', '-y', '-B', '-c', 'zz'])
  expect(align(['a'], ['A'], () => ({ whole: 'x' }))).toEqual([
    { left: 'a', right: 'A', isEqual: true },
  ])
})

test('the pairs hold both lists in their order, and only equal items together', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 })
  fc.assert(
    fc.property(list, list, (left, right) => {
      const pairs = align(left, right, (item) => ({ whole: item }))
      expect(pairs.flatMap((pair) => pair.left ?? [])).toEqual(left)
      expect(pairs.flatMap((pair) => pair.right ?? [])).toEqual(right)
      for (const pair of pairs) {
        if (pair.left !== undefined && pair.right !== undefined) expect(pair.left).toBe(pair.right)
      }
    }),
  )
})
