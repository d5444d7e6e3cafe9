/** A record of an earlier history is known, if it existed when the histories parted; one of a far earlier history is accepted. */
import { expect, test } from 'vitest'
import { firstHistory, historyAfter, isInHistory } from '../../../src/engine/model/history.ts'

const none = () => false
const only = (known: number) => (_: string, id: unknown) => id === known

test('each history knows the one before it, twenty deep', () => {
  const first = firstHistory({})
  let last = first
  for (let depth = 1; depth <= 20; depth += 1) {
    last = historyAfter(last, none)
    expect(last.depth).toBe(depth)
    expect(isInHistory(last, first, 'users', 1)).toBe(false)
  }
  const beyond = historyAfter(last, none)
  expect(beyond).toEqual(firstHistory(first.lineage))
  expect(isInHistory(beyond, first, 'users', 1)).toBe(true)
})

test('two branches share the records that both had when they parted', () => {
  const first = firstHistory({})
  const one = historyAfter(first, only(1))
  const other = historyAfter(
    historyAfter(first, () => true),
    only(1),
  )
  for (const [a, b] of [
    [one, other],
    [other, one],
  ] as const) {
    expect(isInHistory(a, b, 'users', 1)).toBe(true)
    expect(isInHistory(a, b, 'users', 2)).toBe(false)
  }
  expect(isInHistory(one, one, 'users', 2)).toBe(true)
})
