/** Every scenario ends as it must, tells the same story each time, and finds the mistakes it is for. */
import { AssertionError } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { scenarios } from '../../src/scenarios/stories/scenarios.ts'
import { cases } from './cases.ts'
import { type ScenarioCase, runCase } from './scenario-case.ts'

/** How often each scenario is told; `npm run test:repeat` tells it a thousand times. */
const repeats = Number(process.env['REPEATS'] ?? 10)

const storedTranscript = ({ name }: ScenarioCase): string =>
  readFileSync(
    new URL(`../../src/scenarios/stories/transcripts/${name}.txt`, import.meta.url),
    'utf8',
  )

describe.each(cases.map((each) => [each.name, each] as const))('%s', (_, each) => {
  test('is told as it is written, and ends as it must', async () => {
    const played = await runCase(each)
    expect(played.transcript).toBe(storedTranscript(each))
    expect(played.middleware.memory.laidAside).toEqual([])
    each.assertOutcome(played)
  })

  test.each(Object.entries(each.broken))('does not end so for what %s', async (_, make) => {
    const played = await runCase(each, make)
    expect(() => each.assertOutcome(played)).toThrow(AssertionError)
  })

  test(`is told in the same words ${repeats} times`, async () => {
    for (let i = 0; i < repeats; i += 1) {
      const { transcript } = await runCase(each)
      if (transcript !== storedTranscript(each)) expect(transcript).toBe(storedTranscript(each))
    }
  })
})

test('every scenario is played, and finds at least one mistake', () => {
  expect(new Set(cases.map(({ scenario }) => scenario))).toEqual(new Set(scenarios))
  expect(cases.filter(({ broken }) => Object.keys(broken).length === 0)).toEqual([])
})
