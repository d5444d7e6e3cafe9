/** The example integration ends the access that a record gave before it changed. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import type { Scenario } from '../../../src/scenarios.ts'
import { exampleConnect } from './example-connect.ts'
import * as small from './small-scenarios.ts'

interface Run {
  readonly scenario: Scenario
  readonly replay: string
}

const run = <G>(scenario: Scenario<unknown, G>, replay = 'baseline'): Run => ({
  scenario: scenario as unknown as Scenario,
  replay,
})

const lateMerge = 'late at user.merged primary_user_id=2 secondary_user_id=3 #1'

test.each([
  run(small.enrollmentOfAnotherUser),
  run(small.enrollmentInAnotherEdition),
  run(small.removedEnrollment),
  run(small.cancellationAfterAMerge, lateMerge),
  run(small.removalAfterAMerge, lateMerge),
  // The enrollment is removed while the merge waits for its second attempt.
  run(small.removalAfterAMerge, '500-for-30m at GET /users/2 #2'),
  run(small.mergeOfTeachers, 'alternative at user.merge.deleted=alternative'),
])('$scenario.name converges after $replay', async ({ scenario, replay }) => {
  const exploration = await explore(scenario, exampleConnect(), { replay })
  assertConverges(exploration)
  expect(exploration.schedules.pruned).toBe(0)
})

test.each([
  'remove teacher2, short pause, merge_users user2 user1 | slow at GET /teachers/1 #1',
  'remove teacher1, short pause, merge_users user1 user2 | slow at GET /users?email=jonas.jacobs.3%40example.test&per_page=100 #1',
])('a merge while the teachers of an edition are read converges: %s', async (replay) => {
  const acts = ['remove teachers', 'merge_users']
  assertConverges(await explore(exampleConnect(), { acts, replay }))
})

test.each([
  'cancel_order order1, update plannedCourse1 external_link null | late at enrollment.updated id=1 #1',
  'update plannedCourse1 external_link null, remove enrollment1 | undelivered at enrollment.deleted id=1 #1',
])('the access to an edition that has no LMS course any more ends: %s', async (replay) => {
  const acts = ['cancel_order', 'remove enrollments', 'update planned_courses']
  assertConverges(await explore(exampleConnect(), { acts, replay }))
})
