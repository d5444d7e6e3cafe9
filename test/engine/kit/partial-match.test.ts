/** A value matches a partial expectation if it has what the expectation names; the differences name each other path. */
import { describe, expect, test } from 'vitest'
import {
  findDifferences,
  formatDifferences,
  inspectValue,
} from '../../../src/engine/kit/journal/partial-match.ts'

const values: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  1,
  '',
  '1',
  [],
  [1],
  [null],
  [1, 2],
  {},
  { a: 1 },
  { a: null },
  { a: 1, b: 2 },
  { a: { b: 1 } },
  { 0: 1 },
]

/** Each pair of values of which the first matches the second. */
const matching = values.flatMap((actual, i) =>
  values.flatMap((expected, j) =>
    findDifferences(actual, expected).length === 0 ? [[i, j] as const] : [],
  ),
)

describe('a value', () => {
  test('matches itself, and an object also one with a part of its keys', () => {
    const index = (value: unknown): number =>
      values.findIndex((each) => JSON.stringify(each) === JSON.stringify(value))
    const partial: readonly (readonly [actual: unknown, expected: unknown])[] = [
      [{ a: 1 }, {}],
      [{ a: null }, {}],
      [{ a: 1, b: 2 }, {}],
      [{ a: 1, b: 2 }, { a: 1 }],
      [{ a: { b: 1 } }, {}],
      [{ 0: 1 }, {}],
    ]
    const expected = [
      ...values.map((_, i) => [i, i]),
      ...partial.map(([a, b]) => [index(a), index(b)]),
    ]
    const pairs = (list: readonly (readonly number[])[]): string[] =>
      [...new Set(list.map((pair) => pair.join(' ')))].toSorted()
    expect(pairs(matching)).toEqual(pairs(expected))
  })

  test('differs at the path of each part, with both values', () => {
    const actual = { a: 1, list: [1, { b: 2 }], text: 'abc', nothing: null }
    expect(findDifferences(actual, { a: 2, list: [1, { b: 3 }], text: /b/, more: 1 })).toEqual([
      { path: 'a', expected: 2, actual: 1 },
      { path: 'list.1.b', expected: 3, actual: 2 },
      { path: 'more', expected: 1, actual: undefined },
    ])
    expect(findDifferences(actual, { list: [1], text: /x/, nothing: {} })).toEqual([
      { path: 'list', expected: [1], actual: [1, { b: 2 }] },
      { path: 'text', expected: /x/, actual: 'abc' },
      { path: 'nothing', expected: {}, actual: null },
    ])
    expect(findDifferences(5, /5/)).toEqual([{ path: '', expected: /5/, actual: 5 }])
    expect(findDifferences({ a: 1 }, { a: expect.any(Number) })).toEqual([])
    expect(findDifferences({ a: 1 }, expect.objectContaining({ a: 1 }))).toEqual([])
  })
})

test('differences are lines with aligned values', () => {
  expect(
    formatDifferences([
      { path: 'a', expected: { b: [1, 'x', null] }, actual: undefined },
      { path: 'long.path', expected: expect.any(String), actual: /x/ },
    ]),
  ).toEqual([
    'a          expected { b: [1, "x", null] }, was nothing',
    'long.path  expected Any<String>, was /x/',
  ])
  expect([200, 198].map((length) => inspectValue('x'.repeat(length)))).toEqual([
    `"${'x'.repeat(199)}…`,
    `"${'x'.repeat(198)}"`,
  ])
  expect(inspectValue({ id: [10n, undefined] })).toBe('{ id: [10n, nothing] }')
  expect([{}, [], [{}]].map(inspectValue)).toEqual(['{}', '[]', '[{}]'])
})
