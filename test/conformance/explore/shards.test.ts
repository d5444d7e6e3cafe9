/** Shards of an exploration, merged. */
import { describe, expect, test } from 'vitest'
import {
  type ExplorationJson,
  explore,
  type ExploreOptions,
  mergeExplorations,
} from '../../../src/explore.ts'
import type { Connect } from '../../../src/scenarios.ts'
import { mirror, renamesOf, unsteadyMirror } from './mirror.ts'

/** Counts deliveries, so that a repeated one is a failure. */
const counting: Connect = ({ baseUrl, token, fetch }) => {
  let count = 0
  return {
    async fetch() {
      await fetch(`${baseUrl}/users/2`, { headers: { authorization: `Bearer ${token}` } })
      count += 1
      return new Response(null, { status: 204 })
    },
    state: () => ({ count }),
  }
}

test.each([
  { connect: mirror({}), options: { depth: 2, runs: 50 } },
  { connect: counting, options: { depth: 1, runs: 40 } },
  { connect: counting, options: { depth: 2, runs: 90, seed: 5 } },
])(
  'the merged shards equal the whole exploration: $options',
  { timeout: 120_000 },
  async ({ connect, options }) => {
    const whole = await explore(renamesOf(2), connect, options)
    const shards = []
    for (const shard of ['1/3', '2/3', '3/3']) {
      const result = await explore(renamesOf(2), connect, { ...options, shard })
      shards.push(JSON.parse(JSON.stringify(result)) as ReturnType<typeof result.toJSON>)
    }
    const merged = mergeExplorations(shards.toReversed())
    expect(JSON.stringify(merged)).toBe(JSON.stringify(whole))
    expect(merged.text).toBe(whole.text)
    expect(whole.schedules.run).toBeGreaterThan(30)
    const runs = shards.map(({ schedules }) => schedules.run)
    expect(Math.max(...runs)).toBeLessThanOrEqual(Math.ceil(whole.schedules.run / 3) + 2)
  },
)

describe('shards whose schedules were all left out while they ran', () => {
  const options: ExploreOptions = { deviations: ['requests'], depth: 1 }
  const explored = (shard?: string) =>
    explore(renamesOf(1), unsteadyMirror(), { ...options, ...(shard && { shard }) })

  test.each([['1/1'], ['1/2', '2/2'], ['1/3', '2/3', '3/3']])(
    'equal the whole exploration when they are merged: %s',
    async (...names) => {
      const whole = await explored()
      expect(whole).toMatchObject({ ok: false, verdicts: { inconclusive: 1 } })
      expect(whole.schedules.pruned).toBeGreaterThan(5)
      const shards = await Promise.all(names.map(explored))
      const merged = mergeExplorations(shards.map((each) => each.toJSON()))
      const withoutTranscripts = ({ failures, ...others }: ExplorationJson) => ({
        ...others,
        failures: failures.map(({ transcript, ...failure }) => failure),
      })
      expect(withoutTranscripts(merged.toJSON())).toEqual(withoutTranscripts(whole.toJSON()))
      expect(merged.failures).toMatchObject([{ reason: 'no schedule could be run' }])
    },
  )

  test('are ok alone, and merged with a shard that ran one', async () => {
    const first = await explored('1/2')
    expect(first).toMatchObject({ ok: true, verdicts: { converged: 1 } })
    const second = await explore(renamesOf(1), mirror(), { ...options, shard: '2/2' })
    const merged = mergeExplorations([first.toJSON(), second.toJSON()])
    expect(merged).toMatchObject({ ok: true, verdicts: { converged: 1 + second.schedules.run } })
  })
})

test('shards that were canceled at different levels give the counts of all levels', async () => {
  const results = []
  for (const [shard, last] of [
    ['1/2', 3],
    ['2/2', 12],
  ] as const) {
    const cancel = new AbortController()
    const progress = ({ run }: { run: number }): void => {
      if (run === last) cancel.abort()
    }
    const limits = { deviations: ['deliveries'] as const, depth: 2, runs: 200 }
    const options = { ...limits, shard, progress, signal: cancel.signal }
    results.push((await explore(renamesOf(2), counting, options)).toJSON())
  }
  const [early, late] = results.map(({ shard }) => shard?.parts.coverage.levels ?? [])
  expect([early?.length, late?.length]).toEqual([1, 2])
  for (const order of [results, results.toReversed()]) {
    const merged = mergeExplorations(order)
    const { run, notRun, orders } = merged.schedules
    const total = (late ?? []).reduce((sum, level) => sum + level.total, 0)
    expect(run).toBe(14)
    expect(notRun).toBe(total - (run - 1 - orders))
    expect(merged.coverage).toMatch(
      /with one deviation, .+ with two; the exploration was canceled$/,
    )
  }
})

test('a missing shard and shards of different explorations are refused', async () => {
  const options = { depth: 0 }
  const first = (await explore(renamesOf(1), mirror(), { ...options, shard: '1/2' })).toJSON()
  const second = (await explore(renamesOf(2), mirror(), { ...options, shard: '2/2' })).toJSON()
  const third = { ...second, shard: { ...second.shard, count: 3 } }
  const { shard: _, ...whole } = second
  const refused: readonly (readonly [unknown, string])[] = [
    [[first], 'the result of the shard 2/2 is missing.'],
    [[first, first], 'the shard 1/2 is given twice.'],
    [[first, third], 'the shard 2/3 is of another division than the others.'],
    [[first, second], 'the results are not the shards of one exploration.'],
    [[], 'the list is empty.'],
    [[first, whole], 'a result is of no shard. Explore each with the option shard'],
    [['1.json'], 'a result is the text "1.json". Parse it: JSON.parse('],
    [[await explore(renamesOf(1), mirror(), options)], 'Give its JSON: `exploration.toJSON()`.'],
    [first, 'the argument is not a list. Give one list'],
  ]
  for (const [results, reason] of refused)
    expect(() => mergeExplorations(results as never)).toThrow(reason)
})

test.each<{ options: ExploreOptions; reason: string }>([
  { options: { depth: 1 }, reason: '"depth" is 0 in the shard 1/2, and 1 in the shard 2/2' },
  { options: { runs: 5 }, reason: '"runs" is 1000 in' },
  { options: { deviations: ['deliveries'] }, reason: '"deviations" is ["deliveries"' },
  { options: { accept: ['converged', 'diverged'] }, reason: '"accept" is ["converged"' },
  { options: { prune: false }, reason: '"prune" is true in' },
  { options: { until: 'first' }, reason: '"until" is undefined in the shard 1/2' },
  { options: { events: ['user.created'] }, reason: '"events" is undefined in the shard 1/2' },
  { options: { expect: () => undefined }, reason: '"expect" is undefined in the shard 1/2' },
])('a shard with the other options $options is refused', async ({ options, reason }) => {
  const first = await explore(renamesOf(1), mirror(), { depth: 0, shard: '1/2' })
  const second = await explore(renamesOf(1), mirror(), { depth: 0, ...options, shard: '2/2' })
  const merge = () => mergeExplorations([first.toJSON(), second.toJSON()])
  expect(merge).toThrow(`Could not merge explorations: the option ${reason}`)
})

test('the order of the kinds and of the verdicts is not an other option', async () => {
  const options: ExploreOptions[] = [
    { depth: 0, shard: '1/2', deviations: ['steps', 'requests'], accept: ['converged', 'hung'] },
    { depth: 0, shard: '2/2', deviations: ['requests', 'steps'], accept: ['hung', 'converged'] },
  ]
  const shards = await Promise.all(options.map((each) => explore(renamesOf(1), mirror(), each)))
  expect(mergeExplorations(shards.map((each) => each.toJSON())).ok).toBe(true)
})

test.each(['0/4', '5/4', '1', 2])('the shard %j is refused', async (shard) => {
  const result = explore(renamesOf(1), mirror(), { shard } as never)
  await expect(result).rejects.toThrow(`"shard" is ${JSON.stringify(shard)}`)
})
