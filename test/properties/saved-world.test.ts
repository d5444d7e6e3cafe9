/** An emulator with a loaded world behaves like a fork, for random actions before and after. */
import { createEmulator, type Emulator, type EmulatorOptions } from 'course-admin-emulator'
import { asyncProperty, boolean, constantFrom, sample, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { actionLists, busyActionLists, runActions, prepareEmulator, stateOf } from './actions.ts'
import { assertProperty } from '../support/property-runs.ts'

const options = [
  { world: 'empty' },
  { world: 'empty', delivery: { maxInFlight: 1 } },
  { world: 'empty', assumptions: { 'webhook.order': 'alternative' } },
] as const satisfies readonly EmulatorOptions[]

const worlds = options.map((each) => ({ ...each, emulator: prepareEmulator(createEmulator(each)) }))
type PreparedWorld = (typeof worlds)[number]
const anyWorld = constantFrom(...worlds)

/** The receiver is not part of the state, so it is registered again after a load. */
function loadedFrom(
  emulator: Emulator,
  { emulator: _, world: __, ...settings }: PreparedWorld,
): Emulator {
  const loaded = createEmulator({ ...settings, load: emulator.save() })
  loaded.receiver({
    url: 'https://app.test/hooks',
    register: false,
    answer: async (request) => ((await request.text()).length % 3 === 0 ? 503 : 204),
  })
  return loaded
}

test('the loaded state equals the saved state', async () => {
  await assertProperty(
    asyncProperty(anyWorld, actionLists, async ({ emulator: world }, before) => {
      const emulator = world.fork()
      await runActions(emulator, before)
      await emulator.settle()
      expect(stateOf(createEmulator({ load: emulator.save() }))).toBe(stateOf(emulator))
    }),
    { numRuns: 25 },
  )
})

test('and continues like a fork: the same journal, the same rows, the same file', async () => {
  await assertProperty(
    asyncProperty(
      anyWorld,
      busyActionLists,
      busyActionLists,
      boolean(),
      async (world, before, after, quiet) => {
        const emulator = world.emulator.fork()
        await runActions(emulator, before)
        if (quiet) await emulator.settle()
        const [fork, loaded] = [emulator.fork(), loadedFrom(emulator, world)]
        for (const each of [fork, loaded]) {
          await runActions(each, after)
          await each.advance('11m')
        }
        expect(JSON.stringify(loaded.journal())).toBe(JSON.stringify(fork.journal()))
        expect(stateOf(loaded)).toBe(stateOf(fork))
        expect(loaded.save()).toBe(fork.save())
      },
    ),
    { numRuns: 25 },
  )
})

test('the actions change each part of a world, so that these laws cover it', async () => {
  const partsOf = (emulator: Emulator): Record<string, string> => {
    const { cells } = JSON.parse(emulator.save()) as { cells: Record<string, unknown> }
    return Object.fromEntries(
      Object.entries(cells).map(([name, part]) => [name, JSON.stringify(part)]),
    )
  }
  const initial = partsOf((worlds[0] as PreparedWorld).emulator)
  const unchanged = new Set(Object.keys(initial))
  for (const [actions, { emulator: world }] of sample(tuple(busyActionLists, anyWorld), {
    numRuns: 600,
    seed: 1,
  })) {
    const emulator = world.fork()
    await runActions(emulator, actions)
    for (const [name, part] of Object.entries(partsOf(emulator)))
      if (part !== initial[name]) unchanged.delete(name)
  }
  // Note: `interrupted-limit.test.ts` has attempts that wait for a slot; the others never change.
  const waiting = 'webhooks.waitingAttempts'
  const constant = ['world.start', 'locale', 'seed']
  expect([...unchanged]).toEqual([...constant, 'webhooks.ofReceivers', waiting])
})
