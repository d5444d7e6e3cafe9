/** Explores incorrect integrations: each is found with the default budget, and shrunk to its shortest schedule. */
import { describe, expect, test } from 'vitest'
import { type Exploration, explore } from '../../../src/explore.ts'
import { runSchedule } from '../../../src/conformance/run/schedule-run.ts'
import { prepareScenario } from '../../../src/conformance/run/prepared-scenario.ts'
import type { Connect } from '../../../src/scenarios.ts'
import { connectFor, type IncorrectIntegration } from './incorrect-integrations.ts'

/** Tests the rows: their exploration, their replay, and the shrinking of a longer schedule. */
export function testIncorrectIntegrations(rows: readonly IncorrectIntegration[]): void {
  describe.each(rows)('$name', { timeout: 60_000 }, (row) => {
    const { create, correct, scenario, kind, depth = 1, runs, minimum, replay } = row
    const incorrectly = connectFor(create, row)
    const correctly = connectFor(correct, row)
    let replayed: Promise<Exploration> | undefined
    /** The exploration of the stored schedule, which two tests use. */
    const known = (): Promise<Exploration> =>
      (replayed ??= explore(scenario, incorrectly, { replay }))

    test(`is found by ${kind}`, async () => {
      const options = { deviations: [kind], depth, ...(runs !== undefined && { runs }) }
      const { failures, schedules } = await explore(scenario, incorrectly, options)
      const shortest = failures.find(({ deviations }) => deviations.length === minimum)
      expect(failures[0]?.deviations).toHaveLength(minimum)
      if (runs === undefined) expect(failures[0]?.replay).toBe(replay)
      expect(['diverged', 'hung']).toContain(shortest?.verdict)
      if (runs === undefined && depth === 1 && minimum > 0) expect(schedules.notRun).toBe(0)
    })

    test(`fails after "${replay}", and the correct integration does not`, async () => {
      const incorrect = await known()
      expect(incorrect.failures.map((each) => each.replay)).toEqual([replay])
      const passed = await explore(scenario, correctly, { replay })
      const found = passed.failures.map(({ verdict, difference }) => ({ verdict, difference }))
      expect(found).toEqual([])
      expect(passed.schedules.pruned).toBe(0)
    })

    // Note: a baseline run that fails has nothing to shrink.
    if (minimum === 0) return
    test(`is shrunk to ${minimum}`, async () => {
      const { failures } = await exploreLonger(row, incorrectly, await known())
      expect(failures[0]?.deviations).toHaveLength(minimum)
    })
  })
}

/** Explores the shortest failing schedule with one more deviation, such that it fails in the same way. */
async function exploreLonger(
  { scenario, replay }: IncorrectIntegration,
  connect: Connect,
  known: Exploration,
): Promise<Exploration> {
  const { points } = await runSchedule(await prepareScenario(scenario, connect, {}), [])
  const difference = JSON.stringify(known.failures[0]?.difference)
  for (const { type, id } of points) {
    if ((type !== 'request' && type !== 'delivery') || replay.includes(id)) continue
    const added = `${type === 'request' ? 'slow' : 'twice'} at ${id}`
    const longer = await explore(scenario, connect, { replay: `${replay}; ${added}` })
    if (JSON.stringify(longer.failures[0]?.difference) === difference) return longer
  }
  throw new Error(`no second deviation keeps the failure of "${replay}"`)
}
