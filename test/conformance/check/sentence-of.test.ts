/** The sentence about a run that fails a check. */
import { expect, test } from 'vitest'
import { sentenceOf, type StoryRun } from '../../../src/conformance/check/story-run.ts'
import type { Judgement } from '../../../src/conformance/oracles/judgement.ts'

const sentence = (judgement: Partial<Judgement>, needsReport?: boolean): string =>
  sentenceOf(
    {
      judgement: {
        verdict: 'diverged',
        isAmplified: false,
        hasSameEnding: false,
        differences: [],
        ...judgement,
      },
    } as StoryRun,
    needsReport,
  )

const name = { path: 'state.0.1.name', expected: 'Mia Dekker', actual: 'Mia Berg' }
const missing = { path: 'state.2', expected: [5] }
const surplus = { path: 'state.3', actual: [6] }

test('names the first difference and the number of others', () => {
  expect(sentence({ differences: [name] })).toBe(
    'At the end, state.0.1.name is "Mia Berg" instead of "Mia Dekker".',
  )
  expect(sentence({ verdict: 'reported', differences: [name, missing] })).toBe(
    'At the end, state.0.1.name is "Mia Berg" instead of "Mia Dekker", and 1 more difference.',
  )
  expect(sentence({ differences: [missing, name, surplus] })).toBe(
    'At the end, state.2 is absent instead of [5], and 2 more differences.',
  )
  expect(sentence({ differences: [surplus] })).toBe('At the end, state.3 is [6] instead of absent.')
})

test('says when the difference is before the final synchronization, and what is not reported', () => {
  const before = { hasSameEnding: true, differences: [surplus] }
  const text = 'Before the final synchronization, state.3 is [6] instead of absent'
  expect(sentence(before)).toBe(`${text}.`)
  expect(sentence(before, true)).toBe(`${text}; the integration reports no problem.`)
  expect(sentence({ ...before, verdict: 'reported' }, true)).toBe(`${text}.`)
})

test('says why a run has no ending', () => {
  expect(sentence({ verdict: 'hung', reason: 'it waits' })).toBe('The run does not end: it waits.')
  expect(sentence({ verdict: 'failed', reason: 'fetch failed' })).toBe(
    'The run fails: fetch failed.',
  )
  expect(sentence({ verdict: 'inconclusive', reason: 'no counterfactual run' })).toBe(
    'The run cannot be judged: no counterfactual run.',
  )
})
