import { integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { stringifyDuration, parseDuration } from '../../../src/engine/clock/duration.ts'
import { assertProperty } from '../../support/property-runs.ts'

test.each([
  ['0s', 0],
  ['250ms', 250],
  ['90s', 90_000],
  ['5m', 300_000],
  ['1h30m', 5_400_000],
  ['4m59s', 299_000],
  ['1d', 86_400_000],
  ['2w', 1_209_600_000],
  ['1.5h', 5_400_000],
  ['1d 2h 3m 4s 5ms', 93_784_005],
  ['30m1h', 5_400_000],
])('"%s" is parsed as %i milliseconds', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test('milliseconds have their unit', () => {
  expect(parseDuration({ ms: 0 })).toBe(0)
  expect(parseDuration({ ms: 1_500 })).toBe(1_500)
})

test.each(['', ' ', '5', 'm', '5 minutes', '-5m', '5m!', '1y', '1.m', '.5m', '5M'])(
  '"%s" is not a valid duration',
  (text) => expect(parseDuration(text)).toBeUndefined(),
)

test.each([-1, Number.NaN, Infinity, -Infinity])('%d ms is not a valid duration', (ms) => {
  expect(parseDuration({ ms })).toBeUndefined()
})

test.each([0, 1_500, { ms: '5' }, { ms: 5, s: 1 }, {}, [], null])(
  '%j is not a valid duration',
  (value) => expect(parseDuration(value)).toBeUndefined(),
)

test('half a millisecond is rounded in a text and in a number', () => {
  expect(parseDuration('0.5ms')).toBe(1)
  expect(parseDuration({ ms: 0.5 })).toBe(1)
})

test.each([
  [0, '0s'],
  [1, '1ms'],
  [299_000, '4m59s'],
  [3_600_000, '1h'],
  [90_061_001, '1d1h1m1s1ms'],
])('%i milliseconds are written "%s"', (ms, text) => {
  expect(stringifyDuration(ms)).toBe(text)
})

test('a formatted duration is parsed back to the same duration', () => {
  assertProperty(
    property(integer({ min: 0, max: 1e12 }), (ms) => {
      expect(parseDuration(stringifyDuration(ms))).toBe(ms)
    }),
  )
})
