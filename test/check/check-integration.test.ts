/** The report card of the example integration, its options and its verdicts. */
import { expect, test } from 'vitest'
import { checkIntegration } from '../../src/check.ts'
import { checkConnect } from './check-connect.ts'

test('the example integration passes every check', { timeout: 120_000 }, async () => {
  const card = await checkIntegration(checkConnect())
  expect(card.checks.filter(({ verdict }) => verdict !== 'holds')).toEqual([])
  expect(card.ok).toBe(true)
})
