/** An emulator with a loaded world behaves like a fork, for random actions before and after. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { asyncProperty, boolean } from 'fast-check'
import { expect, test } from 'vitest'
import { actionLists, runActions, prepareEmulator, stateOf } from './actions.ts'
import { assertProperty } from '../support/property-runs.ts'

const world = prepareEmulator(createEmulator({ world: 'empty' }))

/** The receiver is not part of the state, so it is registered again after a load. */
function loadedFrom(emulator: Emulator): Emulator {
  const loaded = createEmulator({ load: emulator.save() })
  loaded.receiver({
    url: 'https://app.test/hooks',
    register: false,
    answer: async (request) => ((await request.text()).length % 3 === 0 ? 503 : 204),
  })
  return loaded
}

test('the loaded state equals the saved state', async () => {
  await assertProperty(
    asyncProperty(actionLists, async (before) => {
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
    asyncProperty(actionLists, actionLists, boolean(), async (before, after, quiet) => {
      const emulator = world.fork()
      await runActions(emulator, before)
      if (quiet) await emulator.settle()
      const [fork, loaded] = [emulator.fork(), loadedFrom(emulator)]
      for (const each of [fork, loaded]) {
        await runActions(each, after)
        await each.advance('11m')
      }
      expect(JSON.stringify(loaded.journal)).toBe(JSON.stringify(fork.journal))
      expect(stateOf(loaded)).toBe(stateOf(fork))
      expect(loaded.save()).toBe(fork.save())
    }),
    { numRuns: 25 },
  )
})
