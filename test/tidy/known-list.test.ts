import { expect, test } from 'vitest'
import { compare, format } from './known-list.ts'
import { inFile, onLine } from './rule.ts'

const violations = [
  inFile('src/b.ts', 'wrong'),
  onLine('src/a.ts', 2, 'wrong'),
  onLine('src/a.ts', 1, 'wrong'),
]

test('a list that was just written knows every violation', () => {
  expect(format(violations)).toBe('    src/a.ts: 2\n    src/b.ts\n')
  expect(compare(violations, format(violations))).toEqual([])
})

test('a new violation fails, with all of its kind in the file', () => {
  expect(compare(violations)).toEqual(violations.map(({ message }) => message))
  expect(compare(violations, 'src/a.ts\nsrc/b.ts')).toEqual([
    'src/a.ts:2: wrong',
    'src/a.ts:1: wrong',
  ])
})

test('a line of the list without its violation fails', () => {
  expect(compare(violations, 'src/a.ts: 3\nsrc/b.ts\nsrc/gone.ts')).toEqual([
    'test/tidy/known-violations.ts: "src/a.ts: 3" is out of date -> write "src/a.ts: 2"',
    'test/tidy/known-violations.ts: "src/gone.ts" is out of date -> delete the line',
  ])
})
