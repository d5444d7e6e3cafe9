/** An exploration tells which kinds of deviations have no choice point in the baseline run. */
import { describe, expect, test } from 'vitest'
import { type ExploreOptions, explore, mergeExplorations } from '../../../src/explore.ts'
import { mirror, renamesOf } from './mirror.ts'

const reasonOf = async (options: ExploreOptions): Promise<string | undefined> => {
  const exploration = await explore(renamesOf(1), mirror(), options)
  expect(exploration).toMatchObject({ ok: false, verdicts: { inconclusive: 1 } })
  expect(exploration.failures).toMatchObject([{ verdict: 'inconclusive', replay: 'baseline' }])
  return exploration.failures[0]?.reason
}

describe('an exploration without a schedule to run is not ok', () => {
  test('the reason names each kind and what to do', async () => {
    expect(await reasonOf({ deviations: ['drift'] })).toBe(
      'the chosen deviations have no choice point. drift: no list of the baseline run has a second ' +
        'page. Give the scenario more records, or read with a smaller per_page',
    )
    expect(await reasonOf({ deviations: ['drift', 'steps'] })).toMatch(
      /steps: no work .+ Choose .+\. drift: no list of the baseline run has a second page\. Give/,
    )
  })

  test('the shards of it, merged', async () => {
    const options: ExploreOptions = { deviations: ['drift'] }
    const parts = []
    for (const shard of ['1/2', '2/2'])
      parts.push((await explore(renamesOf(1), mirror(), { ...options, shard })).toJSON())
    const whole = await explore(renamesOf(1), mirror(), options)
    expect(mergeExplorations(parts).text).toBe(whole.text)
  })
})

test('the text says that the exploration is inconclusive, and has no test', async () => {
  const { text } = await explore(renamesOf(1), mirror(), { deviations: ['drift'] })
  expect(text).toContain('\n\nThe exploration is inconclusive: the chosen deviations')
  expect(text).toContain('smaller per_page.\n')
  expect(text).not.toContain('A test for it')
})

test('the coverage names the chosen kinds without a choice point', async () => {
  const options: ExploreOptions = { depth: 1, deviations: ['deliveries', 'drift', 'steps'] }
  const { ok, coverage } = await explore(renamesOf(1), mirror(), options)
  expect(ok).toBe(true)
  expect(coverage).toMatch(
    /^all \d+ schedules with one deviation, all \d+ with .*; no choice point for steps, drift$/,
  )
})

test('a page of a list is a choice point for drift', async () => {
  const options: ExploreOptions = { depth: 1, deviations: ['drift'] }
  const { ok, coverage } = await explore(renamesOf(3), mirror({}, 'per_page=2'), options)
  expect(ok).toBe(true)
  expect(coverage).toMatch(/^all \d+ schedules with one deviation$/)
})

test('the default kinds, a replay and a depth of 0 name no kind', async () => {
  for (const options of [
    { depth: 1 },
    { depth: 0 },
    { depth: 0, deviations: ['drift'] as const },
  ]) {
    const { ok, coverage } = await explore(renamesOf(1), mirror(), options)
    expect(ok).toBe(true)
    expect(coverage).not.toContain('no choice point')
  }
  const replayed = await explore(renamesOf(1), mirror(), {
    deviations: ['drift'],
    replay: 'twice at user.updated id=2 #1',
  })
  expect(replayed).toMatchObject({ ok: true, coverage: 'all 1 schedule with one deviation' })
})
