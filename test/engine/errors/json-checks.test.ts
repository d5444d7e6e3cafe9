/** The checks of values from a saved world. */
import { expect, test } from 'vitest'
import {
  checkedCodec,
  isCount,
  isFlag,
  isInteger,
  isKey,
  isListOf,
  isMoment,
  isObjectOf,
  isOptional,
  isText,
  isTupleOf,
  type JsonCheck,
} from '../../../src/engine/errors/json-checks.ts'

const values: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  'a',
  -1,
  0,
  1.5,
  2 ** 52,
  2 ** 52 + 1,
  2 ** 60,
  253_402_300_799_999,
  253_402_300_800_000,
  -253_402_300_800_000,
  Number.NaN,
  [],
  ['a'],
  ['a', 1],
  ['a', 1, null, true],
  ['a', {}],
  { a: 1 },
  { a: 1, b: 'x' },
  { a: 1, c: 1 },
  { b: 'x' },
]
const accepted = (check: JsonCheck): unknown[] => values.filter(check)

const part = isObjectOf({ a: isCount, b: isOptional(isText) })

test.each<[string, JsonCheck, unknown[]]>([
  ['a text', isText, ['', 'a']],
  ['a flag', isFlag, [true]],
  [
    'an integer',
    isInteger,
    [-1, 0, 2 ** 52, 2 ** 52 + 1, 253_402_300_799_999, 253_402_300_800_000, -253_402_300_800_000],
  ],
  ['a count', isCount, [0, 2 ** 52, 253_402_300_799_999, 253_402_300_800_000]],
  ['a moment', isMoment, [-1, 0, 1.5, 253_402_300_799_999]],
  ['a key', isKey, [[], ['a'], ['a', 1], ['a', 1, null, true]]],
  ['a list of texts', isListOf(isText), [[], ['a']]],
  ['an optional flag', isOptional(isFlag), [undefined, true]],
  ['a pair', isTupleOf(isText, isCount), [['a', 1]]],
  ['an object', part, [{ a: 1 }, { a: 1, b: 'x' }]],
])('%s', (_, check, expected) => {
  expect(accepted(check)).toEqual(expected)
})

test('a member of the prototype is not a part', () => {
  const check = isObjectOf({ constructor: isOptional(isText), a: isCount })
  expect(check({ a: 1 })).toBe(true)
  expect(check({ a: 1, toString: 1 })).toBe(false)
})

test('a codec refuses another form, and names the part', () => {
  const codec = checkedCodec<readonly string[]>('names', isListOf(isText))
  expect(codec.decode(['a'])).toEqual(['a'])
  expect(codec.encode(['a'])).toEqual(['a'])
  expect(() => codec.decode([1])).toThrow('its names are not valid')
})
