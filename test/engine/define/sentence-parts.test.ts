/** The parts of the sentences of journal entries. */
import { expect, test } from 'vitest'
import {
  formatIsoTime,
  formatUtcTime,
  listSuffix,
  pairsSuffix,
  reasonSuffix,
  truncate,
  webhookText,
} from '../../../src/engine/journal/sentence-parts.ts'

test('a long text is cut after 90 characters', () => {
  expect(truncate('a'.repeat(90))).toBe('a'.repeat(90))
  expect(truncate('a'.repeat(91))).toBe(`${'a'.repeat(90)}...`)
})

test('a suffix is empty without a reason, a name or a defined value', () => {
  expect([reasonSuffix(undefined), listSuffix([]), pairsSuffix({ a: undefined })]).toEqual([
    '',
    '',
    '',
  ])
  expect(reasonSuffix('gone')).toBe(': gone')
  expect(listSuffix(['a', 'b'])).toBe(': a, b')
  expect(pairsSuffix({ a: 'x', b: undefined, c: 3, d: null, e: [1] })).toBe(
    ': a x, c 3, d null, e [1]',
  )
})

test('a webhook is shown by its URL, or by its id after its deletion', () => {
  const urlOf = (id: string): string | undefined => (id === 'w1' ? 'https://app.test' : undefined)
  expect(webhookText('w1', { urlOf } as never)).toBe('https://app.test')
  expect(webhookText('w2', { urlOf } as never)).toBe('w2')
})

test('a time is shown without a zone and milliseconds', () => {
  expect(formatIsoTime('2026-01-05T09:00:00.999Z')).toBe('2026-01-05 09:00:00')
  expect(formatUtcTime(0)).toBe('1970-01-01 00:00:00')
})
