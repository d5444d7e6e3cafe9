/** An exploration finds each incorrect integration, and shrinks its failure to the shortest history. */
import { describe, expect, test } from 'vitest'
import { explore } from '../../src/explore.ts'
import { connectFor, incorrectIntegrations } from './incorrect-integrations.ts'

describe.each(incorrectIntegrations)('$name', (row) => {
  const { create, correct, scenario, kind, depth = 1, runs, minimum, replay } = row
  const incorrectly = connectFor(create, row)
  const correctly = connectFor(correct, row)

  test(`is found by ${kind}`, { timeout: 30_000 }, async () => {
    const options = { deviations: [kind], depth, ...(runs !== undefined && { runs }) }
    const { failures } = await explore(scenario, incorrectly, options)
    const shortest = failures.find(({ deviations }) => deviations.length === minimum)
    expect(failures[0]?.deviations).toHaveLength(minimum)
    expect(['silent', 'hung']).toContain(shortest?.verdict)
  })

  test(`fails after "${replay}", and the correct integration does not`, async () => {
    const incorrect = await explore(scenario, incorrectly, { replay })
    expect(incorrect.failures.map((each) => each.replay)).toEqual([replay])
    const passed = await explore(scenario, correctly, { replay })
    expect(passed.failures.map(({ verdict, difference }) => ({ verdict, difference }))).toEqual([])
    expect(passed.histories.pruned).toBe(0)
  })
})

test('at least 25 incorrect integrations have one defect each', () => {
  const names = incorrectIntegrations.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(25)
  expect(incorrectIntegrations.filter(({ minimum }) => minimum === 0).length).toBeLessThanOrEqual(5)
})
