/** The schemas of fields: the values that they accept and convert, and the messages of the others. */
import { expect, test } from 'vitest'
import { date, email, type Field, integer, number, uri } from '../../src/define/fields.ts'
import { isTimestampText, zodSchemaOf } from '../../src/define/zod-schema.ts'

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
