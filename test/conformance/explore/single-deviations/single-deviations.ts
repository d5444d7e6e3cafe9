/** Explores the example integration with every single deviation of the default kinds. */
import { expect, test } from 'course-admin-emulator/vitest'
import { explore } from '../../../../src/explore.ts'
import type { Scenario } from '../../../../src/engine/emulator/scenario.ts'
import { exampleConnect } from '../example-connect.ts'

/** Adds the test of a scenario. Each scenario has a test file, so that the workers share the time evenly. */
export function testSingleDeviations(scenario: Scenario): void {
  test(
    `${scenario.name}: the example integration converges after each single deviation`,
    { timeout: 300_000 },
    async () => {
      const exploration = await explore(scenario, exampleConnect(), { depth: 1, runs: 100_000 })
      expect(exploration).toConverge()
      expect(exploration.schedules.run).toBeGreaterThan(200)
      expect(exploration.schedules.notRun).toBe(0)
    },
  )
}
