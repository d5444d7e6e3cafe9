/** Judges schedules in which the token loses a right: the counterfactual run loses it while the integration is idle. */
import { expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import { scenarios } from '../../../src/scenarios.ts'
import { exampleConnect } from './example-connect.ts'

test.each([
  ['the twin reports the same problem', 'merge-during-outage', 3, 'reported'],
  ['the synchronization of a step is refused', 'receiver-down-30-minutes', 5, 'reported'],
])('%s', async (_, name, student, verdict) => {
  const point = `GET /enrollments?per_page=100&student_id=${student}&with_canceled=false #1`
  expect(await verdictsOf(name, `unscoped at ${point}`)).toEqual({ converged: 1, [verdict]: 1 })
})

test('a scenario that moves time itself keeps its times in the twin', async () => {
  const replay = 'unscoped at GET /planned_courses/1 #2'
  expect(await verdictsOf('token-scope-revoked', replay)).toEqual({ converged: 2 })
})

async function verdictsOf(name: string, replay: string) {
  const scenario = scenarios.find((each) => each.name === name)!
  return (await explore(scenario, exampleConnect(), { replay })).verdicts
}
