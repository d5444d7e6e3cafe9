/** The example integration converges with every deviation of the changes of an enrollment. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import type { Scenario } from '../../../src/scenarios.ts'
import { exampleConnect } from './example-connect.ts'
import * as small from './small-scenarios.ts'

test.each([
  small.enrollmentOfAnotherUser,
  small.enrollmentInAnotherEdition,
  small.removedEnrollment,
  small.cancellationAfterAMerge,
  small.removalAfterAMerge,
  small.mergeOfTeachers,
] as readonly Scenario[])(
  '$name converges',
  async (scenario) => {
    const exploration = await explore(scenario, exampleConnect(), { deviations: 'all' })
    assertConverges(exploration)
    expect(exploration.schedules.notRun).toBe(0)
  },
  120_000,
)
