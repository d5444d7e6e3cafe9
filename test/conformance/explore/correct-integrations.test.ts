/** Correct integrations converge in generated scenarios, and in their own scenario with all deviations. */
import { describe, expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import type { Connect, Scenario } from '../../../src/scenarios.ts'
import { keptAccounts } from './correct/kept-accounts.ts'
import { listState } from './correct/list-state.ts'
import { queueWorker } from './correct/queue-worker.ts'
import { course, lifeOfUsers, merge, orders } from './correct/scenarios.ts'
import { twoPhaseDeletion } from './correct/two-phase-deletion.ts'
import { writeBack } from './correct/write-back.ts'
import { correctIntegrations, explorationsOf } from './correct-integrations.ts'

const runs = 200

describe.each(Object.entries(correctIntegrations))('%s', (_, integration) => {
  const { connect, own } = integration
  const [generatedOptions, ownOptions] = explorationsOf(integration, { runs })

  test('converges in generated scenarios', async () => {
    const exploration = await explore(connect, generatedOptions)
    assertConverges(exploration)
    expect(exploration.schedules.run).toBe(runs + 1)
  }, 120_000)

  test('converges in its scenario with pairs of deviations', async () => {
    const exploration = await explore(own, connect, ownOptions)
    assertConverges(exploration)
    expect(exploration.schedules.run).toBeGreaterThan(0.9 * runs)
  }, 120_000)
})

interface ExcusedRun {
  readonly why: string
  readonly connect: Connect
  readonly scenario: Scenario
  readonly replay: string
}

const anyAnswerDelivers = 'alternative at webhook.delivered=alternative'

describe('a correct integration', () => {
  test.each([
    {
      why: 'recovers from a notification that it refused once and that the network lost twice',
      connect: listState,
      scenario: course,
      replay: '500 at GET /enrollments/1 #1; undelivered at enrollment.created id=1 #1 attempt 2',
    },
    {
      why: 'recovers from an event that it answered 503, if any answer counts as delivered',
      connect: listState,
      scenario: merge,
      replay: `${anyAnswerDelivers}; 500-for-30m at GET /enrollments/1 #1`,
    },
    {
      why: 'recovers from a job that its storage refused, if any answer counts as delivered',
      connect: queueWorker,
      scenario: orders,
      replay: `${anyAnswerDelivers}; unwritten at commit jobs%2Cjob%20order%201 #2`,
    },
    {
      why: 'has no account of a user who is gone before the event of the enrollment arrives',
      connect: keptAccounts,
      scenario: merge,
      replay: 'undelivered at enrollment.created id=1 #1',
    },
    {
      why: 'has read a record before it loses the right, which no run without the change reads so often',
      connect: twoPhaseDeletion,
      scenario: lifeOfUsers,
      replay: 'delete-unread at after 2 of GET /users?per_page=2 #1; revoked at GET /users/5 #3',
    },
  ] as readonly ExcusedRun[])(
    '$why',
    async ({ connect, scenario, replay }) => {
      assertConverges(await explore(scenario, connect, { replay }))
    },
    120_000,
  )

  test.each([
    {
      why: 'may have the same state under an alternative',
      connect: queueWorker,
      replay: 'merge_users user2 user1 | alternative at rate.window=aligned',
    },
    {
      why: 'does not write a value that it would have to write back',
      connect: writeBack,
      replay: 'remove enrollment1, create enrollments | late at enrollment.deleted id=1 #1',
    },
    {
      why: 'moves an enrollment to a record of the start',
      connect: writeBack,
      replay: 'update enrollment1 student_id | baseline',
    },
    {
      why: 'moves an enrollment to a record that an act created',
      connect: writeBack,
      replay: 'create users, update enrollment1 student_id newUser | baseline',
    },
  ] as readonly Omit<ExcusedRun, 'scenario'>[])(
    '$why, in a generated scenario',
    async ({ connect, replay }) => {
      assertConverges(await explore(connect, { replay }))
    },
    120_000,
  )

  test('keeps the accounts that it creates in time: deviations are tried on acts that end nothing', async () => {
    const [options] = explorationsOf(correctIntegrations['kept accounts']!, { runs: 300 })
    const acts = ['create enrollments user3', 'cancel_planned_course']
    assertConverges(await explore(keptAccounts, { ...options, acts }))
  }, 120_000)
})
