/** Hands each test an emulator of its own, and fails the test that calls what is not there. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { test as base, expect, type TestAPI } from 'vitest'
import { createEmulator, partsOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { isUnhandled } from '../../emulator/reports/calls-and-deliveries.ts'
import { storyLines } from '../../emulator/reports/expectations.ts'
import type { EmulatorOptions } from '../../emulator/options.ts'
import { emptyStory, storyTitle } from '../../kit/journal/match-result.ts'
import { EmulatorError } from '../../machine/errors.ts'
import type { Entry } from '../../machine/journal.ts'
import { isDoubled } from '../../serve/checks/route-check.ts'
import { handOver } from './task-meta.ts'
import { emulatorMatchers } from './matchers.ts'
import { networkFor } from '../network/network-interceptor.ts'
import { createWorlds } from '../hosting/instance-router.ts'

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

/** The emulator of the test in whose course something runs. */
const running = new AsyncLocalStorage<Emulator>()
/** The tests that run, with the calls that may be of any of them. */
const standing = new Map<Emulator, { readonly name: string; readonly lost: Set<string> }>()

const worlds = createWorlds({
  caller: () => running.getStore(),
  lost({ method, url }) {
    const names = [...standing.values()].map(({ name }) => `"${name}"`).join(', ')
    for (const { lost } of standing.values()) lost.add(`${method} ${url} in one of ${names}`)
  },
})
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
 * Vitest's `test` with a fresh `emulator`; concurrent tests each have their own. A call is of the test whose
 * token it carries, or else of the test that makes it; one of which neither is known fails all that run.
 * A call under its base address that no operation answers fails the test and names the nearest, and so does
 * an assertion that fails in a receiver. When a test fails, the journal is printed, with the faults that were
 * set and hit nothing, and what receivers threw.
 *
 * @example
 * test('lists courses', async ({ emulator }) => {
 *   const response = await fetch(`${emulator.baseUrl}/courses`, { headers: emulator.headers })
 *   expect(response.status).toBe(200)
 * })
 */
export const test: TestAPI<EmulatorFixtures> = base.extend<EmulatorFixtures & Defaults>({
  emulatorDefaults: {},
  emulatorOptions: {},
  emulator: async ({ emulatorDefaults, emulatorOptions, onTestFailed, task }, use) => {
    entered += 1
    const options = added(emulatorDefaults, emulatorOptions)
    const emulator = createEmulator({ worldKey: `test-${entered}`, ...options })
    onTestFailed(({ task: { fails, result } }) => {
      const messages = result?.errors?.map(({ message }) => message) ?? []
      const isTold = messages.some((text) => text.includes(storyTitle) || text.includes(emptyStory))
      const lines = [...(isTold ? [] : journalReport(emulator)), ...thrownLines(emulator)]
      if (!fails && lines.length > 0) console.error([`In "${task.name}":`, ...lines].join('\n'))
    })
    enter(emulator)
    const lost = new Set<string>()
    standing.set(emulator, { name: task.name, lost })
    // Note: what the body does later has the course of what runs here, for vitest goes on from it.
    running.enterWith(emulator)
    try {
      await use(emulator)
    } finally {
      standing.delete(emulator)
      leave(emulator)
      handOver(emulator, task.meta)
    }
    refuseFailedReceivers(emulator)
    refuseLostCalls(lost)
    refuseUnknownCalls(emulator)
  },
}) as unknown as TestAPI<EmulatorFixtures>

/** What `testWith` says; an override of the options adds to it. */
interface Defaults {
  emulatorDefaults: EmulatorOptions
}

/** The options of both; of flags and of readings, each one that either names. */
function added(defaults: EmulatorOptions, own: EmulatorOptions): EmulatorOptions {
  const both = { ...defaults, ...own }
  return {
    ...both,
    ...(defaults.flags && own.flags && { flags: { ...defaults.flags, ...own.flags } }),
    ...(defaults.readings &&
      own.readings && { readings: { ...defaults.readings, ...own.readings } }),
  }
}

/**
 * `test` whose emulators are made with these options. What a block of tests overrides is added to them, option
 * by option; the last of several overrides holds alone.
 *
 * @example
 * const test = testWith({ world: 'small-school', flags: { Programs: false } })
 */
export const testWith = (options: EmulatorOptions): TestAPI<EmulatorFixtures> =>
  test.extend({ emulatorDefaults: options }) as unknown as TestAPI<EmulatorFixtures>

function journalReport(emulator: Emulator): string[] {
  const lines = storyLines(partsOf(emulator))
  return lines.length > 0 ? [storyTitle, ...lines] : [emptyStory]
}

function thrownLines(emulator: Emulator): string[] {
  const { thrown } = partsOf(emulator)
  if (thrown.length === 0) return []
  const stackOf = (error: unknown): string => (error as Error | undefined)?.stack ?? String(error)
  return ['What receivers threw:', ...thrown.map(({ url, error }) => `${url}: ${stackOf(error)}`)]
}

/** An assertion that fails in a receiver fails the test, as it would anywhere else. */
function refuseFailedReceivers(emulator: Emulator): void {
  for (const { error } of partsOf(emulator).thrown) {
    if ((error as Error | undefined)?.name === 'AssertionError') throw error
  }
}

function refuseLostCalls(lost: ReadonlySet<string>): void {
  if (lost.size === 0) return
  throw new EmulatorError('lost_call', {
    could: `answer ${[...lost].join(' and ')}`,
    because: 'these tests run at the same time, and the call carries no token of any of them',
    advice: 'Use `emulator.headers`, or make each emulator with a baseUrl of its own.',
  })
}

function refuseUnknownCalls(emulator: Emulator): void {
  const parts = partsOf(emulator)
  const unknown = parts.journal.entries().filter(isUnhandled)
  if (unknown.length === 0) return
  const isTwice = unknown.some(({ path }) => isDoubled(parts.basePath, String(path)))
  throw new EmulatorError('unknown_call', {
    could: `answer ${unknown.map(callOf).join(' and ')}`,
    because: 'no operation of the service stands there',
    advice: adviceFor(unknown) + (isTwice ? ` A baseUrl ends in ${parts.basePath} already.` : ''),
  })
}

const callOf = ({ method, path }: Entry): string => `${String(method)} ${String(path)}`

function adviceFor(unknown: readonly Entry[]): string {
  const near = [...new Set(unknown.flatMap((entry) => entry['nearest'] as string[]))]
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Check method and path.'
}
