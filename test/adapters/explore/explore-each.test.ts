/** Explorations as Vitest tests. */
import { exploreEach } from 'course-admin-emulator/vitest'
import { describe, expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import { partOf } from '../../../src/conformance/explore/shard.ts'
import { mirror, renamesOf } from '../../conformance/explore/mirror.ts'

let scheduleCount = 0

describe('the tests of exploreEach', () => {
  exploreEach(renamesOf(1), mirror(), {
    shards: 3,
    depth: 1,
    deviations: ['deliveries'],
    progress: () => void (scheduleCount += 1),
  })

  test('ran schedules', () => {
    // Note: each of the three parts also runs the baseline run.
    expect(scheduleCount).toBe(3 + 7)
  })
})

test('parts of shards run each schedule once', async () => {
  const options = { depth: 1, deviations: ['deliveries'] as const }
  const whole = await explore(renamesOf(1), mirror(), options)
  const runs: number[] = []
  for (const shard of ['1/2', '2/2']) {
    for (const part of [1, 2, 3]) {
      const own = partOf(shard, part, 3)
      runs.push((await explore(renamesOf(1), mirror(), { ...options, shard: own })).schedules.run)
    }
  }
  expect(runs.reduce((sum, run) => sum + run, 0)).toBe(whole.schedules.run)
  expect(partOf(undefined, 2, 3)).toBe('2/3')
  expect(partOf('2/2', 3, 3)).toBe('6/6')
})

test('inside a test it is refused: it declares tests', () => {
  expect(() => exploreEach(renamesOf(1), mirror())).toThrow(
    'Could not explore in tests: `exploreEach` declares tests, and a test calls it. Call it outside of tests, or `explore` in the test.',
  )
})

test('a replay is refused', () => {
  expect(() => exploreEach(renamesOf(1), mirror(), { replay: 'baseline' })).toThrow(
    'Could not explore in tests: "replay" is given, and a replay runs only one schedule.',
  )
})

test.each([0, 1.5, '2'])('the number of shards %j is refused', (shards) => {
  expect(() => exploreEach(renamesOf(1), mirror(), { shards: shards as number })).toThrow(
    /^Could not explore in tests: "shards" is .+\. Give a whole number from 1\.$/,
  )
})
