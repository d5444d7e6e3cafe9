/** Explorations of correct integrations, which a careful engineer writes from the guide, find no failure. */
import { describe, expect, test } from 'vitest'
import { assertConverges, explore, type ExploreOptions } from '../../../src/explore.ts'
import type { Connect, Scenario } from '../../../src/scenarios.ts'
import { derivedMirror } from './correct/derived-mirror.ts'
import { keptAccounts } from './correct/kept-accounts.ts'
import { listState } from './correct/list-state.ts'
import { outbox } from './correct/outbox.ts'
import { queueWorker } from './correct/queue-worker.ts'
import { course, merge, orders } from './correct/scenarios.ts'

interface Row {
  readonly name: string
  readonly connect: Connect
  readonly own: Scenario<unknown, unknown>
  readonly acts?: readonly string[]
}

const rows: readonly Row[] = [
  { name: 'derived-mirror', connect: derivedMirror, own: course },
  { name: 'queue-worker', connect: queueWorker, own: orders },
  { name: 'outbox', connect: outbox, own: orders },
  { name: 'kept-accounts', connect: keptAccounts, own: merge },
  { name: 'list-state', connect: listState, own: merge },
] as readonly Row[]

const budget = Number(process.env['RUNS'] ?? 200)
const seed = process.env['SEED'] === undefined ? {} : { seed: Number(process.env['SEED']) }

describe.each(rows)('the correct integration $name', ({ connect, own, acts }) => {
  const options: ExploreOptions = { runs: budget, ...seed }

  test('converges in generated scenarios', async () => {
    const exploration = await explore(connect, { ...options, ...(acts && { acts }) })
    assertConverges(exploration)
    expect(exploration.schedules.run).toBeGreaterThanOrEqual(budget)
  }, 120_000)

  test('converges in its scenario after pairs of all deviations', async () => {
    const exploration = await explore(own, connect, { ...options, deviations: 'all', depth: 2 })
    assertConverges(exploration)
    expect(exploration.schedules.run).toBeGreaterThanOrEqual(budget)
  }, 120_000)
})
