/** A Vitest `test` with a fresh emulator for each test. An unhandled call fails its test. */
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
import { internalErrorFailure } from '../../serve/internal-error.ts'
import { hasDoubledBasePath } from '../../serve/checks/route-check.ts'
import { writeTaskMeta } from './task-meta.ts'
import { emulatorMatchers } from './matchers.ts'
import { createNetworkInterceptor } from '../network/network-interceptor.ts'
import { createInstanceRouter } from '../hosting/instance-router.ts'

/** The fixtures of a test. */
export interface EmulatorFixtures {
  /**
   * Options of the emulator. Set them for a file with `testWith`, and for a `describe` block with
   * `test.override` (`test.scoped` before Vitest 4.1). Default: none.
   *
   * @example
   * describe('a tenant without programs', () => {
   *   test.override({ emulatorOptions: { flags: { Programs: false } } })
   * })
   */
  emulatorOptions: EmulatorOptions
  /** A fresh emulator. It intercepts the requests of the code under test to its `baseUrl`. */
  emulator: Emulator
}

expect.extend(emulatorMatchers)

/** The emulator of the test that the current asynchronous context belongs to. */
const currentEmulator = new AsyncLocalStorage<Emulator>()
/** The running tests, each with the unroutable calls that any running test may have made. */
const runningTests = new Map<
  Emulator,
  { readonly name: string; readonly unroutable: Set<string> }
>()

const instances = createInstanceRouter({
  currentEmulator: () => currentEmulator.getStore(),
  onUnroutable({ method, url }) {
    const names = [...runningTests.values()].map(({ name }) => `"${name}"`).join(', ')
    const call = `${method} ${url} in one of ${names}`
    for (const { unroutable } of runningTests.values()) unroutable.add(call)
  },
})
const interceptor = createNetworkInterceptor(instances)
let instanceCount = 0

/** Adds an emulator. The first emulator starts the interceptor; MSW allows one for all tests. */
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
 * Vitest's `test` with a fresh `emulator` fixture. Concurrent tests each have their own emulator. The token of
 * a call identifies its test, or else the asynchronous context of the call. A call that no test can be found
 * for fails all running tests. A call that no operation answers fails its test and names the closest
 * operation. A failed assertion in a receiver and an exception inside the emulator fail the test too. A failing test prints the journal, the
 * fault rules that matched nothing, and the errors that receivers threw.
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
      const isReported = messages.some(
        (text) => text.includes(recentEntriesTitle) || text.includes(noEntriesText),
      )
      const lines = [
        ...(isReported ? [] : journalReport(emulator)),
        ...receiverErrorLines(emulator),
      ]
      if (!fails && lines.length > 0) console.error([`In "${task.name}":`, ...lines].join('\n'))
    })
    addInstance(emulator)
    const unroutable = new Set<string>()
    runningTests.set(emulator, { name: task.name, unroutable })
    // Note: the test body inherits the asynchronous context of this fixture, because Vitest continues from it.
    currentEmulator.enterWith(emulator)
    try {
      await use(emulator)
    } finally {
      runningTests.delete(emulator)
      removeInstance(emulator)
      writeTaskMeta(emulator, task.meta)
    }
    failOnInternalErrors(emulator)
    failOnReceiverAssertions(emulator)
    failOnUnroutableCalls(unroutable)
    failOnUnhandledCalls(emulator)
  },
})

/**
 * The same as `test`.
 *
 * @example
 * it('lists courses', async ({ emulator }) => {
 *   const response = await fetch(`${emulator.baseUrl}/courses`, { headers: emulator.headers })
 *   expect(response.status).toBe(200)
 * })
 */
export const it: TestAPI<EmulatorFixtures> = test

/** The options of `testWith`. `emulatorOptions` adds to them. */
interface FixtureDefaults {
  emulatorDefaults: EmulatorOptions
}

/** Merges two sets of options. Flags and assumptions are merged per name. */
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
 * Creates a `test` whose emulators have these options. `test.override` in a `describe` block adds to them,
 * option by option. An inner override replaces an outer one.
 *
 * @example
 * const test = testWith({ world: 'small-school', flags: { Programs: false } })
 */
export const testWith = (options: EmulatorOptions): TestAPI<EmulatorFixtures> =>
  test.extend<FixtureDefaults>({ emulatorDefaults: options })

function journalReport(emulator: Emulator): string[] {
  const lines = failureReportLines(contextOf(emulator))
  return lines.length > 0 ? [recentEntriesTitle, ...lines] : [noEntriesText]
}

function receiverErrorLines(emulator: Emulator): string[] {
  const { receiverErrors } = contextOf(emulator)
  if (receiverErrors.length === 0) return []
  const stackOf = (error: unknown): string => (error as Error | undefined)?.stack ?? String(error)
  return [
    'Errors from receivers:',
    ...receiverErrors.map(({ url, error }) => `${url}: ${stackOf(error)}`),
  ]
}

/** Throws the exceptions inside the emulator, which are defects of the emulator. */
function failOnInternalErrors(emulator: Emulator): void {
  const { internalErrors } = contextOf(emulator).settings
  if (internalErrors.length > 0) throw internalErrorFailure(internalErrors)
}

/** Throws the first failed assertion of a receiver, so that it fails the test. */
function failOnReceiverAssertions(emulator: Emulator): void {
  for (const { error } of contextOf(emulator).receiverErrors) {
    if ((error as Error | undefined)?.name === 'AssertionError') throw error
  }
}

function failOnUnroutableCalls(calls: ReadonlySet<string>): void {
  if (calls.size === 0) return
  throw new EmulatorError('unroutable_call', {
    action: `answer ${[...calls].join(' and ')}`,
    reason: 'these tests run at the same time, and the call has no token of any of them',
    advice: 'Send `emulator.headers`, or give each emulator its own `baseUrl`.',
  })
}

function failOnUnhandledCalls(emulator: Emulator): void {
  const context = contextOf(emulator)
  const unhandled = context.journal.entries().filter(isUnhandled)
  if (unhandled.length === 0) return
  const isDoubled = unhandled.some(({ path }) => hasDoubledBasePath(context.basePath, path))
  throw new EmulatorError('unhandled_call', {
    action: `answer ${unhandled.map(callLine).join(' and ')}`,
    reason: 'the service has no such operation',
    advice:
      adviceForUnhandled(unhandled) +
      (isDoubled ? ` \`baseUrl\` already ends in ${context.basePath}.` : ''),
  })
}

const callLine = ({ method, path }: StoredRequest): string => `${method} ${path}`

function adviceForUnhandled(unknown: readonly StoredRequest[]): string {
  const near = [...new Set(unknown.flatMap((entry) => entry.nearest ?? []))]
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Check the method and the path.'
}
