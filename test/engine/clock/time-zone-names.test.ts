/** The names of time zones: that of IANA, or the city at its end. */
import { expect, test } from 'vitest'
import { resolveTimeZone } from '../../../src/engine/clock/time-zone.ts'

test.each([
  ['Europe/Amsterdam', 'Europe/Amsterdam'],
  ['europe/amsterdam', 'europe/amsterdam'],
  ['UTC', 'UTC'],
  ['Etc/GMT+2', 'Etc/GMT+2'],
  ['Amsterdam', 'Europe/Amsterdam'],
  ['New York', 'America/New_York'],
  ['New_York', 'America/New_York'],
  ['Port of Spain', 'America/Port_of_Spain'],
  ['Buenos Aires', 'America/Buenos_Aires'],
  ['La Rioja', 'America/Argentina/La_Rioja'],
  ['Knox', 'America/Indiana/Knox'],
  ['Louisville', 'America/Louisville'],
  ['Monticello', 'America/Kentucky/Monticello'],
  ['Beulah', 'America/North_Dakota/Beulah'],
  ['Casey', 'Antarctica/Casey'],
  ['Longyearbyen', 'Arctic/Longyearbyen'],
  ['Tokyo', 'Asia/Tokyo'],
  ['Azores', 'Atlantic/Azores'],
  ['Sydney', 'Australia/Sydney'],
  ['Maldives', 'Indian/Maldives'],
  ['Fiji', 'Pacific/Fiji'],
  ['Cairo', 'Africa/Cairo'],
  ['Amsterdam/Europe', undefined],
  ['+01:00', undefined],
  ['01:00', undefined],
  ['Nowhere', undefined],
  ['', undefined],
  [' Amsterdam', undefined],
])('%j is %j, also the second time', (name, resolved) => {
  expect([resolveTimeZone(name), resolveTimeZone(name)]).toEqual([resolved, resolved])
})
