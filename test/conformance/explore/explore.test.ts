/** The example integration converges in every shipped scenario, also after crashes. */
import { expect, test } from 'course-admin-emulator/vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import { scenarios, type Scenario } from '../../../src/scenarios.ts'
import { exampleConnect } from './example-connect.ts'

/** The schedules of each scenario; `EXPLORE_RUNS=100000` for all with one crash. */
const runs = Number(process.env['EXPLORE_RUNS'] ?? 12)

const options = { depth: 1, runs, seed: 7 }

test.for(scenarios.map((each): [string, Scenario] => [each.name, each as Scenario]))(
  '%s: the example integration converges after a crash',
  { timeout: 120_000 },
  async ([, scenario]) => {
    const exploration = await explore(scenario, exampleConnect(), {
      ...options,
      deviations: ['crashes'],
    })
    expect(exploration).toConverge()
    expect(exploration.schedules.run).toBeGreaterThanOrEqual(Math.min(runs, 11))
  },
)

test('the same seed gives the same exploration, byte for byte', async () => {
  const [scenario] = scenarios
  const small = { depth: 2, runs: 12, seed: 3 }
  const first = await explore(scenario as Scenario, exampleConnect(), small)
  const second = await explore(scenario as Scenario, exampleConnect(), small)
  assertConverges(first)
  expect(JSON.stringify(second)).toBe(JSON.stringify(first))
})
