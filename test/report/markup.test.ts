/** Texts in reports of XML and HTML. */
import { expect, test } from 'vitest'
import { escapeMarkup } from '../../src/report/html.ts'

test('characters that XML does not allow are removed', () => {
  expect(escapeMarkup('a\u0000b\u001bc\ufffed\uffffe\ud800f😀\t\n<')).toBe('abcdef😀\t\n&lt;')
})
