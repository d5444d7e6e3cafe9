/** The alignment of two lists. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { align } from '../../src/report/comparison/alignment.ts'

const aligned = (left: string, right: string): string[] =>
  align([...left], [...right], (item) => item).map(
    ({ left: l, right: r }) => `${l ?? '-'}${r ?? '-'}`,
  )

test('equal items are pairs, and items of one list are alone', () => {
  expect(aligned('abcd', 'axcy')).toEqual(['aa', 'b-', '-x', 'cc', 'd-', '-y'])
  expect(aligned('ab', 'ab')).toEqual(['aa', 'bb'])
  expect(aligned('', 'a')).toEqual(['-a'])
})

test('the pairs hold both lists in their order, and only equal items together', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 })
  fc.assert(
    fc.property(list, list, (left, right) => {
      const pairs = align(left, right, (item) => item)
      expect(pairs.flatMap((pair) => pair.left ?? [])).toEqual(left)
      expect(pairs.flatMap((pair) => pair.right ?? [])).toEqual(right)
      for (const pair of pairs) {
        if (pair.left !== undefined && pair.right !== undefined) expect(pair.left).toBe(pair.right)
      }
    }),
  )
})
