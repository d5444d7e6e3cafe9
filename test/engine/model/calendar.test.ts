/** Tests of the start of a day, also in time zones that change at midnight. */
import { expect, test } from 'vitest'
import { createCalendar } from '../../../src/engine/model/calendar.ts'

test.each([
  ['2026-01-05', 'Europe/Amsterdam', '2026-01-04T23:00:00.000Z'],
  ['2026-03-29', 'Europe/Amsterdam', '2026-03-28T23:00:00.000Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  ['2026-01-05', 'Asia/Kolkata', '2026-01-04T18:30:00.000Z'],
])('%s begins in %s at %s', (day, zone, begins) => {
  const calendar = createCalendar()
  const ms = Date.parse(begins)
  expect(new Date(calendar.startOfDay(day, zone)).toISOString()).toBe(begins)
  expect([calendar.dayAt(ms, zone), calendar.dayAt(ms - 60_000, zone) < day]).toEqual([day, true])
})

// Note: the changes of a year lie in different weeks in these zones, and one zone changes by half an hour.
const zones =
  'Europe/Amsterdam America/New_York America/Santiago Africa/Cairo Asia/Gaza ' +
  'Africa/Casablanca Australia/Lord_Howe Asia/Kathmandu Pacific/Apia UTC'

test.each(zones.split(' '))('each day of two years is that of `Intl` in %s', (timeZone) => {
  const calendar = createCalendar()
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
  const wrong = Array.from({ length: 2 * 366 * 4 }, (_, n) => Date.UTC(2025, 0) + n * 21_600_000)
    .filter((ms) => calendar.dayAt(ms, timeZone) !== format.format(ms))
    .map((ms) => new Date(ms).toISOString())
  expect(wrong).toEqual([])
})
