/** Timestamps from texts, and their range. */
import { expect, test } from 'vitest'
import {
  addDuration,
  isCalendarDay,
  lastTimestampMs,
  parseIsoTimestampMs,
  parseTimestampMs,
} from '../../../src/engine/clock/timestamps.ts'

const dayMs = 86_400_000

test.each<[string, number | undefined]>([
  ['1970-01-02', dayMs],
  ['1970-01-02T00:00Z', dayMs],
  ['1970-01-02T00:00:01Z', dayMs + 1_000],
  ['1970-01-02T00:00:01.5Z', dayMs + 1_500],
  ['1970-01-02T00:00:01.250Z', dayMs + 1_250],
  ['1970-01-02T01:00+01:00', dayMs],
  ['1970-01-02T01:00+0100', dayMs],
  ['1970-01-01T23:00:00.000-01:00', dayMs],
  ['1970-01-02T00:00', undefined],
  ['1970-01-02T00Z', undefined],
  ['1970-02-30', undefined],
  ['1970-2-3', undefined],
  ['x1970-01-02', undefined],
  ['1970-01-02x', undefined],
  ['1970-01-02T25:00Z', undefined],
])('%s is %s ms after 1970', (text, ms) => {
  expect(parseIsoTimestampMs(text)).toBe(ms)
})

test.each([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['02026-01-01', false],
  ['2026-01-011', false],
  ['26-01-01', false],
  [20_260_101, false],
])('%s is a calendar day: %s', (text, isDay) => {
  expect(isCalendarDay(text)).toBe(isDay)
})

test('a timestamp is a date or a text, from the year 0 to the year 9999', () => {
  const first = -62_167_219_200_000
  expect(parseTimestampMs(new Date(5))).toBe(5)
  expect(parseTimestampMs('1970-01-02')).toBe(dayMs)
  expect(parseTimestampMs(new Date(lastTimestampMs))).toBe(lastTimestampMs)
  expect(parseTimestampMs(new Date(lastTimestampMs + 1))).toBeUndefined()
  expect(parseTimestampMs(new Date(first))).toBe(first)
  expect(parseTimestampMs(new Date(first - 1))).toBeUndefined()
  expect(parseTimestampMs(new Date(Number.NaN))).toBeUndefined()
  expect(parseTimestampMs('tomorrow')).toBeUndefined()
  expect(parseTimestampMs(5)).toBeUndefined()
})

test('a duration does not pass the last timestamp', () => {
  expect(addDuration(lastTimestampMs - 5, 5, 'wait')).toBe(lastTimestampMs)
  expect(() => addDuration(lastTimestampMs - 5, 6, 'wait')).toThrow(
    'Could not wait: the new time would be after 9999-12-31T23:59:59.999Z.',
  )
})
