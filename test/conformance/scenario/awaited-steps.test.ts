/** A step and a time that are not awaited are errors, and so is an act outside a step. */
import { describe, expect, test } from 'vitest'
import { createEmulator } from 'course-admin-emulator'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { unsettledMethodsOf } from '../../../src/engine/emulator/methods/work.ts'
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
  'a step with an act': {
    async script({ emulator, step }) {
      void step('Mia arrives', async () => {
        emulator.act.create('users', { first_name: 'Mia' })
        await later()
      })
    },
    reason: 'the script ended before it',
  },
  'a step whose act is refused': {
    async script({ emulator, step }) {
      void step('Mia arrives', () => emulator.act.updateUser({ user: 99_999, last_name: 'Berg' }))
    },
    reason:
      'Could not update user: user does not exist. Check that the records exist and that their state allows the act',
  },
}

test('a step whose error the script handles is awaited', async () => {
  const refused = scenario('refused', async ({ emulator, step }) => {
    await step('Mia arrives', () => emulator.act.create('users', { first_name: 'Mia' }))
    const caught = await step('An unknown user marries', () =>
      emulator.act.updateUser({ user: 99_999, last_name: 'Berg' }),
    ).catch(String)
    const update = () => emulator.act.updateUser({ user: 99_998, last_name: 'Berg' })
    const [settled] = await Promise.allSettled([step('Another unknown user marries', update)])
    return [caught, settled.status]
  })
  const { result } = await runScenario(refused, { resync() {} })
  expect(result).toEqual([expect.stringContaining('user does not exist'), 'rejected'])
})

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

test('the emulator of a rejected run has no pending methods left', async () => {
  const emulator = createEmulator({ world: 'empty', clock: 'virtual' })
  const arrivals = scenario('arrivals', async ({ step }) => {
    void step('Mia arrives', () => emulator.advance('1h'))
  })
  await expect(runScenario(arrivals, { resync() {} }, { emulator })).rejects.toThrow('Await each')
  expect(unsettledMethodsOf(contextOf(emulator))).toEqual([])
})

const actMessage =
  'the act create is outside a step. Perform it in a step: await step("…", () => emulator.act.…).'
const timeMessage = '`emulator.advance` still runs at the end of a step or of the script. Await it:'

test('a script runs on an emulator of another copy of the package', async () => {
  const { script } = scenario('arrivals', async ({ emulator, step }) => {
    await step('Mia arrives', () => emulator.act.create('users', { first_name: 'Mia' }))
    return 'ended'
  })
  const emulator = { act: { create: () => ({ id: 1 }) } }
  const step = (_: string, work: () => unknown) => Promise.resolve(work())
  expect(await script({ emulator, step } as never)).toBe('ended')
})

describe.each<[string, ScenarioScript<unknown>, string]>([
  [
    'an act before the first step',
    async ({ emulator, step }) => {
      emulator.act.create('users')
      await step('Tom arrives')
    },
    actMessage,
  ],
  [
    'an act after the last step',
    async ({ emulator, step }) => {
      await step('Tom arrives')
      emulator.act.create('users')
    },
    actMessage,
  ],
  ['an act without a step', async ({ emulator }) => emulator.act.create('users'), actMessage],
  [
    'a step whose work returns the work',
    ({ emulator, step }) => step('Tom arrives', () => () => emulator.act.create('users')),
    'its work returns a function, which nothing calls. Give the work itself:',
  ],
  [
    'a time in a step',
    ({ emulator, step }) =>
      step('An hour passes', () => {
        void emulator.advance('1h')
      }),
    timeMessage,
  ],
  [
    'a time after the last step',
    async ({ emulator }) => {
      void emulator.advance('1h')
    },
    timeMessage,
  ],
])('%s', (_, script, message) => {
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
