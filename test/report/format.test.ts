/** Texts for people: sentences and values. */
import { expect, test } from 'vitest'
import { toSentence, formatValue } from '../../src/report/format.ts'

test.each([
  ['the service announced it', 'The service announced it'],
  ['updated users 4: last_name', 'Updated users 4: last_name'],
  ['user.updated, to https://app.test/hooks', 'user.updated, to https://app.test/hooks'],
  ['created_at is a moment', 'created_at is a moment'],
  ['fault-1 hits the request', 'fault-1 hits the request'],
])('the sentence “%s” starts as “%s”', (text, expected) => {
  expect(toSentence(text)).toBe(expected)
})

test('an empty text differs from a missing value', () => {
  expect(['', null, undefined, 0, false].map(formatValue)).toEqual(["''", '—', '—', '0', 'false'])
})
