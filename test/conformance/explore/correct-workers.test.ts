/**
 * Explorations of correct integrations, which a careful engineer writes from the guide, find no
 * failure.
 *
 * `RUNS=2000 SEED=7` runs more schedules. The last tests are false alarms: they fail until an
 * exploration excuses what no correct integration avoids.
 */
import { describe, expect, test } from 'vitest'
import { assertConverges, explore, type ExploreOptions } from '../../../src/explore.ts'
import type { Connect, Scenario } from '../../../src/scenarios.ts'
import { derivedMirror } from './correct/derived-mirror.ts'
import { keptAccounts } from './correct/kept-accounts.ts'
import { listState } from './correct/list-state.ts'
import { outbox } from './correct/outbox.ts'
import { queueWorker } from './correct/queue-worker.ts'
import { course, merge, orders, returning } from './correct/scenarios.ts'

interface Row {
  readonly name: string
  readonly connect: Connect
  readonly own: Scenario
  readonly acts?: readonly string[]
}

const courseActs = ['*user*', '*enroll*', 'planned_courses']

const rows = [
  { name: 'derived-mirror', connect: derivedMirror, own: course, acts: courseActs },
  { name: 'queue-worker', connect: queueWorker, own: orders },
  { name: 'outbox', connect: outbox, own: orders },
  { name: 'kept-accounts', connect: keptAccounts, own: returning },
  { name: 'list-state', connect: listState, own: merge },
] as readonly Row[]

const runs = Number(process.env['RUNS'] ?? 200)
const seed = process.env['SEED']
const options: ExploreOptions = { runs, ...(seed !== undefined && { seed: Number(seed) }) }

describe.each(rows)('the correct integration $name', ({ connect, own, acts }) => {
  test('converges in generated scenarios', async () => {
    const exploration = await explore(connect, { ...options, ...(acts && { acts }) })
    assertConverges(exploration)
    expect(exploration.schedules.run).toBe(runs + 1)
  }, 120_000)

  test('converges in its scenario after pairs of deviations', async () => {
    const exploration = await explore(own, connect, { ...options, deviations: 'all', depth: 2 })
    assertConverges(exploration)
    expect(exploration.schedules.run).toBeGreaterThan(0.95 * runs)
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
  ] as readonly ExcusedRun[])(
    '$why',
    async ({ connect, scenario, replay }) => {
      assertConverges(await explore(scenario, connect, { replay }))
    },
    120_000,
  )

  test('may have the same state under an alternative in a generated scenario', async () => {
    const replay = 'merge_users user2 user1 | alternative at rate.window=aligned'
    assertConverges(await explore(queueWorker, { replay }))
  }, 120_000)
})
