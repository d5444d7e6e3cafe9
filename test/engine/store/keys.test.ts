import { expect, test } from 'vitest'
import {
  compareKeys,
  compareScalars,
  type Key,
  type Scalar,
} from '../../../src/engine/store/keys.ts'

const inOrder: readonly Scalar[] = [false, true, -1, 0, 2, 10, '', '10', '2', 'a', 'b', null]

test('booleans sort before numbers, numbers before strings, null last', () => {
  const mixed = inOrder.toReversed().sort(compareScalars)
  expect(mixed).toEqual(inOrder)
})

test('each value equals itself, and of two different values exactly one sorts first', () => {
  for (const [i, a] of inOrder.entries()) {
    for (const [j, b] of inOrder.entries()) {
      expect(Math.sign(compareScalars(a, b)), `${String(a)} and ${String(b)}`).toBe(
        Math.sign(i - j),
      )
    }
  }
})

test('keys are compared part by part', () => {
  expect(compareKeys([1, 'b'], [1, 'b'])).toBe(0)
  expect(compareKeys([1, 'b'], [2, 'a'])).toBeLessThan(0)
  expect(compareKeys([1, 'b'], [1, 'a'])).toBeGreaterThan(0)
  expect(compareKeys([1, null], [1, 'z'])).toBeGreaterThan(0)
})

test('a key sorts before a longer key that starts with it', () => {
  const keys: Key[] = [[1, 2, 3], [1], [], [1, 2]]
  expect(keys.sort(compareKeys)).toEqual([[], [1], [1, 2], [1, 2, 3]])
})
