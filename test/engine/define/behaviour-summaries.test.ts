/** The summary of a behaviour with the alternative or the number that is selected. */
import { expect, test } from 'vitest'
import {
  type AssumedNumber,
  type Behaviour,
  isSwitchable,
  rangeOf,
  summaryWith,
} from '../../../src/engine/define/behaviour.ts'

const stated: Behaviour = { id: 'stated', summary: 'as stated', fact: 'a fact' }
const assumption = { reason: 'it is usual' }
const chosen: Behaviour = { ...stated, alternatives: { other: 'in another way' }, assumption }
const range = { default: 3, min: 0, max: 9 }
const counted: AssumedNumber = {
  id: 'counted',
  summary: 'within 3 days, or 4 nights',
  assumption,
  range,
  summaryFor: (days) => `within ${days} days, or ${days + 1} nights`,
}

test.each<[Behaviour, string | undefined, string]>([
  [stated, undefined, 'as stated'],
  [stated, 'other', 'as stated'],
  [chosen, undefined, 'as stated'],
  [chosen, 'other', 'in another way'],
  [chosen, 'unknown', 'as stated'],
  [counted, undefined, 'within 3 days, or 4 nights'],
  [counted, '7', 'within 7 days, or 8 nights'],
  [counted, '0', 'within 0 days, or 1 nights'],
])('%j with %j', (behaviour, selected, summary) => {
  expect(summaryWith(behaviour, selected)).toBe(summary)
})

test('only a behaviour with alternatives or a range is switchable', () => {
  expect([stated, chosen, counted].map(isSwitchable)).toEqual([false, true, true])
  expect([stated, chosen, counted].map(rangeOf)).toEqual([undefined, undefined, range])
})
