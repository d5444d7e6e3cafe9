/** Hands each test an emulator of its own, and fails the test that calls what is not there. */
import { test as base, expect, type TestAPI } from 'vitest'
import { createEmulator, partsOf } from '../emulator.ts'
import type { Emulator } from '../emulator/face.ts'
import { isUnhandled } from '../emulator/happened.ts'
import { storyLines } from '../emulator/judging.ts'
import type { EmulatorOptions } from '../emulator/options.ts'
import { storyTitle } from '../kit/verdict.ts'
import { EmulatorError } from '../machine/errors.ts'
import type { Entry } from '../machine/journal.ts'
import { handOver } from './reliances.ts'
import { emulatorMatchers } from './matchers.ts'
import { networkFor } from './network.ts'
import { createWorlds } from './worlds.ts'

/** What a test of this door is given. */
export interface EmulatorFixtures {
  /**
   * What the emulator of a test is made with. For a file: `testWith`. For a `describe`: `test.override`,
   * which was called `test.scoped` before vitest 4.1. Default: nothing.
   *
   * @example
   * describe('a tenant without programs', () => {
   *   test.override({ emulatorOptions: { flags: { Programs: false } } })
   * })
   */
  emulatorOptions: EmulatorOptions
  /** A fresh emulator that receives what the code under test sends to its `baseUrl`. */
  emulator: Emulator
}

expect.extend(emulatorMatchers)

const worlds = createWorlds()
const network = networkFor(worlds)
let entered = 0

/** The first test in lends the process a network; msw has one, and all tests share it. */
function enter(emulator: Emulator): void {
  if (worlds.size() === 0) network.takeOver('bypass')
  worlds.enter(emulator)
}

function leave(emulator: Emulator): void {
  worlds.leave(emulator)
  emulator.close()
  if (worlds.size() === 0) network.giveBack()
}

/**
 * Vitest's `test` with a fresh `emulator`; concurrent tests each have their own, as long as the code
 * under test uses its token. A call under its base address that no operation answers
 * fails the test and names the nearest; when a test fails, the journal is printed, with the faults that
 * were set and hit nothing.
 *
 * @example
 * test('lists courses', async ({ emulator }) => {
 *   const response = await fetch(`${emulator.baseUrl}/courses`, { headers: emulator.headers })
 *   expect(response.status).toBe(200)
 * })
 */
export const test: TestAPI<EmulatorFixtures> = base.extend<EmulatorFixtures>({
  emulatorOptions: {},
  emulator: async ({ emulatorOptions, onTestFailed, task }, use) => {
    entered += 1
    const emulator = createEmulator({ worldKey: `test-${entered}`, ...emulatorOptions })
    onTestFailed(({ task: { result } }) => {
      const isTold = result?.errors?.some(({ message }) => message.includes(storyTitle))
      if (!isTold) console.error(journalReport(emulator))
    })
    enter(emulator)
    try {
      await use(emulator)
    } finally {
      leave(emulator)
      handOver(emulator, task.meta)
    }
    refuseUnknownCalls(emulator)
  },
})

/**
 * `test` whose emulators are made with these options; a block of tests may still override them.
 *
 * @example
 * const test = testWith({ world: 'small-school', flags: { Programs: false } })
 */
export const testWith = (options: EmulatorOptions): TestAPI<EmulatorFixtures> =>
  test.extend({ emulatorOptions: options }) as TestAPI<EmulatorFixtures>

const journalReport = (emulator: Emulator): string =>
  [storyTitle, ...storyLines(partsOf(emulator))].join('\n')

function refuseUnknownCalls(emulator: Emulator): void {
  const unknown = partsOf(emulator).journal.entries().filter(isUnhandled)
  if (unknown.length === 0) return
  throw new EmulatorError('unknown_call', {
    could: `answer ${unknown.map(callOf).join(' and ')}`,
    because: 'no operation of the service stands there',
    advice: adviceFor(unknown),
  })
}

const callOf = ({ method, path }: Entry): string => `${String(method)} ${String(path)}`

function adviceFor(unknown: readonly Entry[]): string {
  const near = [...new Set(unknown.flatMap((entry) => entry['nearest'] as string[]))]
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Check method and path.'
}
