/** The example integration ends the access that an enrollment gave before it changed. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import type { Scenario } from '../../../src/scenarios.ts'
import { exampleConnect } from './example-connect.ts'
import * as small from './small-scenarios.ts'

const lateMerge = 'late at user.merged primary_user_id=2 secondary_user_id=3 #1'

test.each([
  [small.enrollmentOfAnotherUser, 'baseline'],
  [small.enrollmentInAnotherEdition, 'baseline'],
  [small.removedEnrollment, 'baseline'],
  [small.cancellationAfterAMerge, lateMerge],
  [small.removalAfterAMerge, lateMerge],
  // The enrollment is removed while the merge waits for its second attempt.
  [small.removalAfterAMerge, '500-for-30m at GET /users/2 #2'],
] as readonly [Scenario, string][])('$0.name converges after $1', async (scenario, replay) => {
  const exploration = await explore(scenario, exampleConnect(), { replay })
  assertConverges(exploration)
  expect(exploration.schedules.pruned).toBe(0)
})
