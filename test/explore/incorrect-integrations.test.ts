/** An exploration finds each incorrect integration, and shrinks its failure to the shortest history. */
import { describe, expect, test } from 'vitest'
import { explore } from '../../src/explore.ts'
import { connectFor, incorrectIntegrations } from './incorrect-integrations.ts'

describe.each(incorrectIntegrations)('$name', (row) => {
  const { create, correct, scenario, kind, depth = 1, runs, minimum, replay } = row
  const incorrectly = connectFor(create, row)

  test(`is found by ${kind}: ${replay}`, { timeout: 30_000 }, async () => {
    const options = { deviations: [kind], depth, ...(runs !== undefined && { runs }) }
    const { failures } = await explore(scenario, incorrectly, options)
    const found = failures.find((each) => each.replay === replay)
    expect(failures.map((each) => each.replay)).toContain(replay)
    expect(['silent', 'hung']).toContain(found?.verdict)
    expect(failures.map(({ deviations }) => deviations.length).sort()[0]).toBe(minimum)
  })

  test('fails its history, and the correct integration passes it', async () => {
    const incorrect = await explore(scenario, incorrectly, { replay })
    expect(incorrect.failures.map((each) => each.replay)).toEqual([replay])
    const passed = await explore(scenario, connectFor(correct, row), { replay })
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
