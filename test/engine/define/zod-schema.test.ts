/** The schemas of fields: the values that they accept and convert, and the messages of the others. */
import { expect, test } from 'vitest'
import {
  customValue,
  date,
  decimal,
  email,
  type Field,
  integer,
  map,
  number,
  timeZone,
  uri,
} from '../../../src/engine/define/fields.ts'
import { isTimestampText, zodSchemaOf } from '../../../src/engine/define/zod-schema.ts'

function parse(value: Field, sent: unknown): unknown {
  const { success, data, error } = zodSchemaOf({ value }).safeParse({ value: sent })
  return success ? (data as { value: unknown }).value : error.issues.map(({ message }) => message)
}

const whole = ['must be a whole number']
const any = ['must be a number']

test.each([
  [7, 7],
  ['7', 7],
  ['120', 120],
  ['1.5', whole],
  ['seven', whole],
  ['', whole],
  [1.5, whole],
  [true, whole],
])('the whole number %j in a text or a number is %j', (sent, expected) => {
  expect(parse(integer().asText().required(), sent)).toEqual(expected)
})

test.each([
  [1.5, 1.5],
  ['1.5', 1.5],
  ['-20', -20],
  ['many', any],
  [true, any],
])('the number %j in a text or a number is %j', (sent, expected) => {
  expect(parse(number().asText().required(), sent)).toEqual(expected)
})

test('a text with a format has its own message', () => {
  expect(parse(email(), 'mia')).toEqual(['must be an email address'])
  expect(parse(uri(), 'mia')).toEqual(['must be an address'])
  expect(parse(date(), 'mia')).toEqual(['must be a date, yyyy-MM-dd'])
})

test('a date can be a moment with any time zone', () => {
  expect(parse(date(), '2026-03-02')).toBe('2026-03-02')
  expect(parse(date(), '2026-03-02T23:30:00+02:00')).toBe('2026-03-02')
  expect(parse(date(), '2026-03-02T23:30:00Z')).toBe('2026-03-02')
})

test('a moment needs a time zone, of any offset', () => {
  expect(isTimestampText('2026-03-02T09:00:00Z')).toBe(true)
  expect(isTimestampText('2026-03-02T09:00:00+02:00')).toBe(true)
  expect(isTimestampText('2026-03-02T09:00:00')).toBe(false)
})

test('an amount has at most two decimals', () => {
  expect(parse(decimal(), '120')).toBe('120.00')
  expect(parse(decimal(), 12.5)).toBe('12.50')
  const message = 'must be an amount, such as 120.00, with at most 12 digits and 2 decimals'
  expect(parse(decimal(), '1.234')).toEqual([message])
})

test('a time zone has the name of a zone or a city', () => {
  expect(parse(timeZone(), 'Europe/Amsterdam')).toBe('Europe/Amsterdam')
  expect(parse(timeZone(), 'Atlantis')).toEqual([
    'must be an IANA time zone, such as Europe/Amsterdam, or the city of one',
  ])
})

test('the values of custom fields are an object', () => {
  expect(parse(map(customValue()), { diet: 'none' })).toEqual({ diet: 'none' })
  expect(parse(map(customValue()), 'none')).toEqual(['must be an object'])
})

test('a number beyond a limit is refused with the limit', () => {
  expect(parse(integer().between(2, 5), 6)).toEqual(['must be at most 5'])
  expect(parse(integer().between(2, 5), 1)).toEqual(['must be at least 2'])
})
