/** A step that is not awaited is an error: it would run beside the next one. */
import { describe, expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import { runScenario, scenario, type ScenarioScript } from '../../../src/scenarios.ts'
import { mirror } from '../explore/mirror.ts'

const later = () => new Promise<void>((resolve) => setImmediate(resolve))

const scripts: Record<string, { script: ScenarioScript<unknown>; reason: string }> = {
  'a step before the next one': {
    async script({ step }) {
      void step('Mia arrives', later)
      await step('Tom arrives')
    },
    reason: '"Tom arrives" began before it ended',
  },
  'two steps at the same time': {
    script: ({ step }) =>
      Promise.allSettled([step('Mia arrives', later), step('Tom arrives', later)]),
    reason: '"Tom arrives" began before it ended',
  },
  'the last step': {
    async script({ step }) {
      void step('Mia arrives', later)
    },
    reason: 'the script ended before it',
  },
}

describe.each(Object.entries(scripts))('%s', (_, { script, reason }) => {
  const message = `Could not run the step "Mia arrives": ${reason}. Await each step: await step("Mia arrives", …).`

  test('fails a run', async () => {
    const run = runScenario(scenario('arrivals', script), { resync() {} })
    await expect(run).rejects.toThrow(message)
  })

  test('ends an exploration', async () => {
    const { ok, failures } = await explore(scenario('arrivals', script), mirror())
    expect(ok).toBe(false)
    expect(failures[0]?.reason).toContain(message)
  })
})
