/** The search of `flip` for alternatives that break tests: in few runs, and each alone. */
import { describe, expect, test } from 'vitest'
import { type Flip, findBreaks } from '../../../src/adapters/cli/flip/find-breaks.ts'

const flips = (count: number, alternative = 'alternative'): Flip[] =>
  Array.from({ length: count }, (_, i) => ({ assumption: `a${i}`, alternative }))

/** A suite whose tests break under some assumptions, each under all of its list. Counts its runs. */
function suiteOf(breaking: Readonly<Record<string, readonly string[]>>) {
  const runs: string[][] = []
  return {
    runs,
    async run(given: readonly Flip[]): Promise<readonly string[]> {
      const names = given.map(({ assumption }) => assumption)
      runs.push(names)
      return Object.entries(breaking).flatMap(([name, needed]) =>
        needed.every((each) => names.includes(each)) ? [name] : [],
      )
    },
  }
}

test('a suite that survives is run once', async () => {
  const { run, runs } = suiteOf({})
  expect(await findBreaks(flips(100), run)).toEqual([])
  expect(runs).toHaveLength(1)
})

test('two alternatives of one assumption never run together', async () => {
  const { run, runs } = suiteOf({})
  await findBreaks([...flips(3), ...flips(2, 'other')], run)
  expect(runs).toEqual([
    ['a0', 'a1', 'a2'],
    ['a0', 'a1'],
  ])
})

describe.each([1, 2, 5])('with %i breaks among 64 alternatives', (count) => {
  test('each is confirmed alone, in at most 3 · b · log₂ n runs and two more', async () => {
    const broken = Array.from({ length: count }, (_, i) => `a${i * 11}`)
    const { run, runs } = suiteOf(Object.fromEntries(broken.map((each) => [`t-${each}`, [each]])))
    const breaks = await findBreaks(flips(64), run)
    expect(breaks.map((each) => [each.flips[0]?.assumption, each.tests])).toEqual(
      broken.map((each) => [each, [`t-${each}`]]),
    )
    for (const each of broken) expect(runs).toContainEqual([each])
    expect(runs.length).toBeLessThanOrEqual(2 + 3 * count * Math.log2(64))
  })
})

test('a test that breaks only under two alternatives together names both groups', async () => {
  const { run } = suiteOf({ pair: ['a0', 'a3'] })
  const [found] = await findBreaks(flips(4), run)
  expect(found).toMatchObject({ flips: flips(4), tests: ['pair'] })
})
