/** Checks of arguments. */
import { expect, test } from 'vitest'
import {
  assertKnownKeys,
  assertValue,
  isObject,
  isPlainObject,
  isPromise,
  quoteValue,
  wholeNumberCheck,
} from '../../../src/engine/errors/argument-checks.ts'

/** An object with a member `then`, as the promise of a library has it. */
const withThen = (member: unknown, name = 'then'): object => ({ [name]: member })

test.each([
  [{}, true, false],
  [null, false, false],
  [undefined, false, false],
  [[], false, false],
  ['text', false, false],
  [Promise.resolve(), true, true],
  [withThen(() => undefined), true, true],
  [withThen(1), true, false],
])('%s is an object: %s, a promise: %s', (value, object, promise) => {
  expect([isObject(value), isPromise(value)]).toEqual([object, promise])
})

test.each([
  [{}, true],
  [Object.create(null), true],
  [[], false],
  [null, false],
  [new Date(), false],
  [new Map(), false],
])('%o is a plain object: %s', (value, expected) => {
  expect(isPlainObject(value)).toBe(expected)
})

test('an unknown key is named with the nearest known key', () => {
  expect(() => assertKnownKeys({ status: 1 }, ['status', 'body'], 'answer')).not.toThrow()
  expect(() => assertKnownKeys({ staus: 1 }, ['status', 'body'], 'answer')).toThrow(
    /Could not answer: .*staus.*status/,
  )
})

test('a whole number has a range, which its error names', () => {
  const range = wholeNumberCheck(2, 4)
  expect([1, 2, 4, 5, 2.5, '3', Number.NaN].filter(range.isValid)).toEqual([2, 4])
  const check = (value: unknown, limits = range): void =>
    assertValue(value, limits, { code: 'bad_option', action: 'start', name: 'size' })
  expect(() => check(undefined)).not.toThrow()
  expect(() => check(3)).not.toThrow()
  expect(() => check(5)).toThrow('Could not start: "size" is 5. Give a whole number from 2 to 4.')
  expect(() => check(-1, wholeNumberCheck(0))).toThrow('Give a whole number from 0.')
})

test('a date is quoted as people write it', () => {
  const date = new Date(0)
  expect(quoteValue(date)).toBe(String(date))
})

test('a value that is not JSON is quoted as an object', () => {
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  expect([quoteValue('a'), quoteValue([1]), quoteValue(cycle)]).toEqual(['"a"', '[1]', 'an object'])
})
