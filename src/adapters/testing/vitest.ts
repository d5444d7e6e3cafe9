/** Hands each test an emulator of its own, and fails the test that calls what is not there. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { test as base, expect, type TestAPI } from 'vitest'
import { createEmulator, contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { isUnhandled } from '../../emulator/reports/request-entries.ts'
import { failureReportLines } from '../../emulator/reports/expectations.ts'
import type { EmulatorOptions } from '../../emulator/options.ts'
import { noEntriesText, recentEntriesTitle } from '../../kit/journal/match-result.ts'
import { EmulatorError } from '../../machine/errors.ts'
import type { StoredRequest } from '../../serve/call.ts'
import { hasDoubledBasePath } from '../../serve/checks/route-check.ts'
import { writeTaskMeta } from './task-meta.ts'
import { emulatorMatchers } from './matchers.ts'
import { createNetworkInterceptor } from '../network/network-interceptor.ts'
import { createInstanceRouter } from '../hosting/instance-router.ts'

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
const currentEmulator = new AsyncLocalStorage<Emulator>()
/** The tests that run, with the calls that may be of any of them. */
const runningTests = new Map<Emulator, { readonly name: string; readonly lost: Set<string> }>()

const instances = createInstanceRouter({
  currentEmulator: () => currentEmulator.getStore(),
  onUnroutable({ method, url }) {
    const names = [...runningTests.values()].map(({ name }) => `"${name}"`).join(', ')
    for (const { lost } of runningTests.values()) lost.add(`${method} ${url} in one of ${names}`)
  },
})
const interceptor = createNetworkInterceptor(instances)
let instanceCount = 0

/** The first test in lends the process a network; msw has one, and all tests share it. */
function addInstance(emulator: Emulator): void {
  if (instances.size() === 0) interceptor.start('bypass')
  instances.add(emulator)
}

function removeInstance(emulator: Emulator): void {
  instances.remove(emulator)
  emulator.close()
  if (instances.size() === 0) interceptor.stop()
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
export const test: TestAPI<EmulatorFixtures> = base.extend<EmulatorFixtures & FixtureDefaults>({
  emulatorDefaults: {},
  emulatorOptions: {},
  emulator: async ({ emulatorDefaults, emulatorOptions, onTestFailed, task }, use) => {
    instanceCount += 1
    const options = mergeOptions(emulatorDefaults, emulatorOptions)
    const emulator = createEmulator({ instanceKey: `test-${instanceCount}`, ...options })
    onTestFailed(({ task: { fails, result } }) => {
      const messages = result?.errors?.map(({ message }) => message) ?? []
      const isTold = messages.some(
        (text) => text.includes(recentEntriesTitle) || text.includes(noEntriesText),
      )
      const lines = [...(isTold ? [] : journalReport(emulator)), ...receiverErrorLines(emulator)]
      if (!fails && lines.length > 0) console.error([`In "${task.name}":`, ...lines].join('\n'))
    })
    addInstance(emulator)
    const lost = new Set<string>()
    runningTests.set(emulator, { name: task.name, lost })
    // Note: what the body does later has the course of what runs here, for vitest goes on from it.
    currentEmulator.enterWith(emulator)
    try {
      await use(emulator)
    } finally {
      runningTests.delete(emulator)
      removeInstance(emulator)
      writeTaskMeta(emulator, task.meta)
    }
    failOnReceiverAssertions(emulator)
    failOnUnroutableCalls(lost)
    failOnUnhandledCalls(emulator)
  },
}) as unknown as TestAPI<EmulatorFixtures>

/** What `testWith` says; an override of the options adds to it. */
interface FixtureDefaults {
  emulatorDefaults: EmulatorOptions
}

/** The options of both; of flags and of readings, each one that either names. */
function mergeOptions(defaults: EmulatorOptions, overrides: EmulatorOptions): EmulatorOptions {
  const both = { ...defaults, ...overrides }
  return {
    ...both,
    ...(defaults.flags && overrides.flags && { flags: { ...defaults.flags, ...overrides.flags } }),
    ...(defaults.assumptions &&
      overrides.assumptions && {
        assumptions: { ...defaults.assumptions, ...overrides.assumptions },
      }),
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
  const lines = failureReportLines(contextOf(emulator))
  return lines.length > 0 ? [recentEntriesTitle, ...lines] : [noEntriesText]
}

function receiverErrorLines(emulator: Emulator): string[] {
  const { receiverErrors } = contextOf(emulator)
  if (receiverErrors.length === 0) return []
  const stackOf = (error: unknown): string => (error as Error | undefined)?.stack ?? String(error)
  return [
    'What receivers threw:',
    ...receiverErrors.map(({ url, error }) => `${url}: ${stackOf(error)}`),
  ]
}

/** An assertion that fails in a receiver fails the test, as it would anywhere else. */
function failOnReceiverAssertions(emulator: Emulator): void {
  for (const { error } of contextOf(emulator).receiverErrors) {
    if ((error as Error | undefined)?.name === 'AssertionError') throw error
  }
}

function failOnUnroutableCalls(lost: ReadonlySet<string>): void {
  if (lost.size === 0) return
  throw new EmulatorError('unroutable_call', {
    action: `answer ${[...lost].join(' and ')}`,
    reason: 'these tests run at the same time, and the call carries no token of any of them',
    advice: 'Use `emulator.headers`, or make each emulator with a baseUrl of its own.',
  })
}

function failOnUnhandledCalls(emulator: Emulator): void {
  const context = contextOf(emulator)
  const unhandled = context.journal.entries().filter(isUnhandled)
  if (unhandled.length === 0) return
  const isDoubled = unhandled.some(({ path }) => hasDoubledBasePath(context.basePath, path))
  throw new EmulatorError('unhandled_call', {
    action: `answer ${unhandled.map(callLine).join(' and ')}`,
    reason: 'no operation of the service stands there',
    advice:
      adviceForUnhandled(unhandled) +
      (isDoubled ? ` A baseUrl ends in ${context.basePath} already.` : ''),
  })
}

const callLine = ({ method, path }: StoredRequest): string => `${method} ${path}`

function adviceForUnhandled(unknown: readonly StoredRequest[]): string {
  const near = [...new Set(unknown.flatMap((entry) => entry.nearest ?? []))]
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Check method and path.'
}
