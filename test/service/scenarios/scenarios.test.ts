/** Every scenario has its expected outcome and transcript, and finds the mistakes that it covers. */
import { AssertionError } from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import type { Emulator } from 'course-admin-emulator'
import { runScenario, scenario } from 'course-admin-emulator/scenarios'
import { describe, expect, test } from 'vitest'
import { scenarios } from '../../../src/service/scenarios/scenarios.ts'
import { cases } from './cases.ts'
import { type ScenarioCase, runCase } from './scenario-case.ts'

/** The number of repeated runs of each scenario; `npm run test:repeat` sets it to 1,000. */
const repeats = Number(process.env['REPEATS'] ?? 10)

const storedTranscript = ({ name }: ScenarioCase): string =>
  readFileSync(
    new URL(`../../../src/service/scenarios/transcripts/${name}.txt`, import.meta.url),
    'utf8',
  )

describe.each(cases.map((each) => [each.name, each] as const))('%s', (_, each) => {
  test('has the stored transcript and the expected outcome', async () => {
    const played = await runCase(each)
    expect(played.transcript).toBe(storedTranscript(each))
    expect(played.middleware.memory.deadLetters()).toEqual([])
    each.assertOutcome(played)
  })

  test.each(Object.entries(each.broken))('fails for an integration that %s', async (_, make) => {
    const played = await runCase(each, make)
    expect(() => each.assertOutcome(played)).toThrow(AssertionError)
  })

  test(`has the same transcript in ${repeats} runs`, async () => {
    for (let i = 0; i < repeats; i += 1) {
      const { transcript } = await runCase(each)
      if (transcript !== storedTranscript(each)) expect(transcript).toBe(storedTranscript(each))
    }
  })
})

test('each scenario is explored', () => {
  const folder = new URL('../../conformance/explore/single-deviations/', import.meta.url)
  const explored = readdirSync(folder).filter((name) => name.endsWith('.test.ts'))
  const expected = scenarios.map(({ name }) => `${name}.exploration.test.ts`)
  expect(explored.sort()).toEqual(expected.sort())
})

test('the transcript ends with the tasks that still wait', async () => {
  const unfinished = scenario('unfinished', async ({ emulator, step }) => {
    await step('A user is deleted', () => {
      emulator.act.deleteUser({ user: emulator.given('users') })
    })
  })
  const app = (emulator: Emulator) => ({ fetch: () => emulator.sleep('5s') })
  const { transcript } = await runScenario(unfinished, ({ emulator }) => app(emulator))
  expect(transcript.trimEnd().split('\n').slice(-2)).toEqual([
    expect.stringContaining('attempt     user.deleted, attempt 1, to'),
    'Pending: the end of a sleep at 2026-01-05 09:00:05.',
  ])
})

test('every scenario has a case that finds at least one mistake', () => {
  expect(new Set(cases.map(({ scenario }) => scenario))).toEqual(new Set(scenarios))
  expect(cases.filter(({ broken }) => Object.keys(broken).length === 0)).toEqual([])
})
