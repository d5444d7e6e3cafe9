/** Explores the example integration with every single deviation of the default kinds. */
import { expect, test } from 'course-admin-emulator/vitest'
import { explore } from '../../../src/explore.ts'
import type { ScenarioCase } from '../../scenarios/scenario-case.ts'
import { exampleConnect } from '../example-connect.ts'

/** Adds a test for each scenario of the cases. */
export function testSingleDeviations(cases: readonly ScenarioCase[]): void {
  const scenarios = new Set(cases.map(({ scenario }) => scenario))
  test.for([...scenarios].map((scenario) => [scenario.name, scenario] as const))(
    '%s: the example integration converges after each single deviation',
    { timeout: 300_000 },
    async ([, scenario]) => {
      const exploration = await explore(scenario, exampleConnect(), { depth: 1, runs: 100_000 })
      expect(exploration).toConverge()
      expect(exploration.histories.run).toBeGreaterThan(200)
      expect(exploration.histories.notRun).toBe(0)
    },
  )
}
