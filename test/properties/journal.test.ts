/** The same seed and the same calls give a byte-identical journal. */
import { createEmulator } from 'course-admin-emulator'
import { asyncProperty, constantFrom, integer } from 'fast-check'
import { expect, test } from 'vitest'
import { type Action, actionLists, runActions, prepareEmulator } from './actions.ts'
import { assertProperty } from '../support/property-runs.ts'

const worlds = constantFrom('empty' as const, 'small-school' as const)

async function journalOf(
  world: 'empty' | 'small-school',
  seed: number,
  all: readonly Action[],
): Promise<string> {
  const emulator = prepareEmulator(createEmulator({ world, seed }))
  await runActions(emulator, all)
  await emulator.advance('11m')
  return JSON.stringify(emulator.journal())
}

test('the same seed and the same calls give a byte-identical journal', async () => {
  await assertProperty(
    asyncProperty(worlds, integer(), actionLists, async (world, seed, all) => {
      const journal = await journalOf(world, seed, all)
      expect(await journalOf(world, seed, all)).toBe(journal)
    }),
    { numRuns: 100 },
  )
})

test('after a reset the same calls give the same journal', async () => {
  await assertProperty(
    asyncProperty(actionLists, async (all) => {
      const emulator = createEmulator({ world: 'empty' })
      const journals: string[] = []
      for (let round = 0; round < 2; round += 1) {
        prepareEmulator(emulator)
        await runActions(emulator, all)
        await emulator.settle()
        journals.push(JSON.stringify(emulator.journal()))
        emulator.reset()
      }
      expect(journals[1]).toBe(journals[0])
    }),
    { numRuns: 40 },
  )
})

test('entries have ascending numbers, times that do not decrease, and earlier causes', async () => {
  await assertProperty(
    asyncProperty(actionLists, async (all) => {
      const emulator = prepareEmulator(createEmulator({ world: 'empty' }))
      await runActions(emulator, all)
      await emulator.advance('11m')
      let before = ''
      for (const [i, { number, at, cause = 0 }] of emulator.journal().entries()) {
        expect(number).toBe(i + 1)
        expect(cause).toBeLessThan(number)
        expect(at >= before).toBe(true)
        before = at
      }
    }),
    { numRuns: 40 },
  )
})

test('in a fork, the cause of an attempt is an event of the same journal, or missing', async () => {
  await assertProperty(
    asyncProperty(actionLists, async (all) => {
      const emulator = prepareEmulator(createEmulator({ world: 'empty' }))
      await runActions(emulator, all)
      const fork = emulator.fork()
      await fork.advance('11m')
      const kinds = new Map(fork.journal().map(({ number, kind }) => [number, kind]))
      const causes = fork
        .journal()
        .flatMap(({ kind, cause }) =>
          kind === 'attempt' && cause !== undefined ? [kinds.get(cause)] : [],
        )
      for (const cause of causes) expect(cause).toBe('event')
    }),
    { numRuns: 40 },
  )
})
