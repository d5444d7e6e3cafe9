import { expect, test } from 'vitest'
import { changeTree, emptyTree } from '../../../src/engine/store/tree.ts'

const numbers = (count: number) => {
  const tree = emptyTree<number, string>((a, b) => a - b)
  for (let i = 0; i < count; i += 1) tree.set(i, `was ${i}`)
  return tree
}

test.each([0, 1, 31, 32, 33, 1_000])(
  'a changed copy of %i entries leaves the tree unchanged',
  (size) => {
    const tree = numbers(size)
    const before = tree.toArray()
    const cell = { value: tree }
    changeTree(cell, (copy) => copy.set(size, 'new'))
    const fuller = cell.value
    changeTree(cell, (copy) => {
      for (let i = 0; i <= size; i += 2) copy.delete(i)
      for (let i = 1; i < size; i += 2) copy.set(i, 'other')
    })

    expect(tree.toArray()).toEqual(before)
    expect(fuller.toArray()).toEqual([...before, [size, 'new']])
    expect(cell.value.get(0)).toBeUndefined()
  },
)

test('a copy and its copy are independent, regardless of the order of writes', () => {
  const first = numbers(100)
  const second = first.clone()
  const third = second.clone()
  second.set(5, 'second')
  first.set(5, 'first')
  third.delete(5)
  expect([first.get(5), second.get(5), third.get(5)]).toEqual(['first', 'second', undefined])
  expect([first.size, second.size, third.size]).toEqual([100, 100, 99])
})

test('a custom key order is kept', () => {
  const tree = emptyTree<number, number>((a, b) => b - a)
  for (const key of [2, 3, 1]) tree.set(key, key)
  expect(tree.keysArray()).toEqual([3, 2, 1])
})
