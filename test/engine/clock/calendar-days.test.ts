import { integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { dayNumber, dayText, weekdayOf } from '../../../src/engine/clock/calendar-days.ts'
import { assertProperty } from '../../support/property-runs.ts'

const dayMs = 86_400_000

test('a number and its day are the same date, with its weekday', () => {
  assertProperty(
    property(integer({ min: -100_000, max: 100_000 }), (number) => {
      const date = new Date(number * dayMs)
      const day = date.toISOString().slice(0, 10)
      expect(dayText(number)).toBe(day)
      expect(dayNumber(day)).toBe(number)
      expect(dayNumber(new Date(number * dayMs + dayMs - 1).toISOString())).toBe(number)
      expect(weekdayOf(number)).toBe(date.getUTCDay())
    }),
  )
})

test('more days than the cache holds are converted, too', () => {
  for (let number = 0; number < 25_000; number += 1) expect(dayNumber(dayText(number))).toBe(number)
})
