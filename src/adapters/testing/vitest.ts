/** A Vitest `test` with a fresh emulator for each test. An unhandled call fails its test. */
import { type AssumptionOverrides, toOverrides } from '../../engine/model/settings.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TestAPI } from 'vitest'
import { isBelowBase } from '../../engine/emulator/base-url.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { instanceKeyIn, instanceKeyOf } from '../../engine/emulator/instance-key.ts'
import type { PassingRequest } from '../../engine/emulator/msw-handler.ts'
import type { UnhandledStrategy } from '../../engine/emulator/handlers.ts'
import { noteEndedTest } from '../../engine/emulator/failed-connections.ts'
import { optionsExample, otherPlaceOf } from '../../engine/emulator/option-errors.ts'
import { unsettledMethodsOf } from '../../engine/emulator/methods/work.ts'
import { willEndTest } from '../../engine/emulator/reports/test-end.ts'
import { collectUsages } from '../../engine/emulator/reports/usage.ts'
import { noteFakeTimers } from '../../engine/emulator/reports/unshared-timers.ts'
import { type EmulatorOptions, emulatorOptions } from '../../engine/emulator/options.ts'
import { defined } from '../../engine/errors/defined.ts'
import {
  assertOptionNames,
  option,
  type OptionsOf,
  readOptionsWith,
} from '../../engine/errors/options.ts'
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { quoteValue } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { flipKey, usageKey, writeTaskMeta } from './task-meta.ts'
import type { Alternatives } from './flip-run.ts'
import { lateExclusion } from './evaluations.ts'
import { failureLines, isTimeout, linesOfState } from './failure-report.ts'
import { emulatorMatchers } from './matchers.ts'
import { assertEnding, failOnce } from './ending-checks.ts'
import { vitest } from './vitest-module.ts'
import { refuseMissingFixture, refuseMistakes } from './refused-definitions.ts'
import { idleLines, watchPage } from './idle-tests.ts'
import { toSentence } from '../../report/format.ts'
import { attachStory } from './story-attachment.ts'
import { writeFailedStory } from '../story-file.ts'
import {
  addInterceptedAddress,
  isInterceptedAddress,
  removeInterceptedAddress,
} from '../network/intercepted-addresses.ts'
import { createNetworkInterceptor } from '../network/network-interceptor.ts'
import { strategyCheck, testDefaults, withUnhandledPolicy } from '../network/unhandled-policy.ts'
import { createInstanceRouter } from '../hosting/instance-router.ts'
import { createEmulator } from '../../service/create-emulator.ts'
import { forkPrepared, prepareEmulator } from '../../engine/emulator/worlds/prepared-emulator.ts'
import { createPreparedStates } from './prepared-states.ts'

/** The options of a test, besides those of the emulator. */
const testOptions = {
  /**
   * The handling of requests that are not below `baseUrl`: `error` makes the request and the test fail,
   * `warn` prints a warning and sends the request to the network, `bypass` only sends it. Default: `error`
   * for a request with the host or the path of `baseUrl`, which is probably a wrong base URL, `bypass` for one to this
   * machine, such as the app under test, and `warn` for other requests. Requests to the URLs of webhooks always go to the network.
   */
  onUnhandledRequest: option<UnhandledStrategy>(strategyCheck),
}

/** All options of a test. */
const knownOptions = { ...emulatorOptions, ...testOptions }

const testErrors = {
  action: 'create the emulator of the test',
  kind: 'option',
  example: optionsExample,
  misplaced: otherPlaceOf,
}

/** The options of the emulator of a test. */
export interface TestOptions extends EmulatorOptions, OptionsOf<typeof testOptions> {}

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
  emulatorOptions: TestOptions
  /** A fresh emulator. It intercepts the requests of the code under test to its `baseUrl`. */
  emulator: Emulator
}

const { test: base, expect, inject } = vitest

expect.extend(emulatorMatchers)
vitest.beforeEach(({ task }) => refuseMissingFixture(task.context))

/** The emulator of the test that the current asynchronous context belongs to. */
const currentEmulator = new AsyncLocalStorage<Emulator>()
/** The running tests, each with the unroutable calls that any running test may have made. */
const runningTests = new Map<Emulator, RunningTest>()

/** The names of the tests, also of those that ended. */
const testNames = new WeakMap<Emulator, string>()

interface RunningTest {
  readonly name: string
  readonly unroutable: Set<string>
  /** The requests of tests that ended before, each with the name of its test. */
  readonly late: Map<string, string>
  readonly strategy: UnhandledStrategy | undefined
}

const instances = createInstanceRouter({
  currentEmulator: () => currentEmulator.getStore(),
  onUnroutable({ method, url }) {
    const names = [...runningTests.values()].map(({ name }) => `"${name}"`).join(', ')
    const call = `${method} ${url} in one of ${names}`
    for (const { unroutable } of runningTests.values()) unroutable.add(call)
  },
})
const interceptor = createNetworkInterceptor(
  withUnhandledPolicy(
    { ...instances, respond: respondInTime },
    {
      onRequest(request) {
        requestCount += 1
        noteLate(request)
        for (const emulator of runningTests.keys()) noteFakeTimers(contextOf(emulator))
      },
      emulators() {
        const current = currentEmulator.getStore()
        return current && runningTests.has(current) ? [current] : runningTests.keys()
      },
      strategyOf: (emulator) => runningTests.get(emulator)?.strategy,
      defaults: testDefaults,
    },
  ),
)
let instanceCount = 0
/** The number of requests of all tests, also of those to other servers. */
let requestCount = 0

/** Notes a request that a test began which has ended: the running tests get it. */
function noteLate({ method, url }: PassingRequest): void {
  const sender = currentEmulator.getStore()
  const name = sender && testNames.get(sender)
  if (name === undefined || runningTests.has(sender as Emulator)) return
  for (const [{ baseUrl }, { late }] of runningTests)
    late.set(`${method} ${pathOf(url, baseUrl)}`, name)
}

/** Fails a request with the token of a test that has ended: another test would get it. */
async function respondInTime(request: Request): Promise<Response> {
  const sender = currentEmulator.getStore()
  const isLate = sender && !runningTests.has(sender)
  // Note: a program that an ended test started may serve the next one, with its token.
  if (!isLate || instanceKeyIn(request) !== instanceKeyOf(sender)) return instances.respond(request)
  const call = `${request.method} ${pathOf(request.url, sender.baseUrl)}`
  console.error(
    `${call} has the token of "${testNames.get(sender)}", which has ended. Await the code that sends it in that test, or give the code the token of each test.`,
  )
  return Response.error()
}

const pathOf = (url: string, baseUrl: string): string =>
  isBelowBase(url, baseUrl) ? url.slice(baseUrl.length) : url

/** Adds an emulator. The first emulator starts the interceptor; MSW allows one for all tests. */
function addInstance(emulator: Emulator): void {
  if (instances.size() === 0) {
    if (isInterceptedAddress(emulator.baseUrl)) throw otherEmulatorListens(emulator.baseUrl)
    interceptor.start()
  }
  instances.add(emulator)
  addInterceptedAddress(emulator.baseUrl)
}

/** Each request would reach both emulators. */
const otherEmulatorListens = (baseUrl: string): EmulatorError =>
  new EmulatorError('already_listening', {
    action: 'start the emulator of the test',
    reason: `an emulator of \`setupEmulator\` already listens at ${baseUrl}`,
    advice:
      'Remove its `listen()` and use the `emulator` of the test, or give it its own `baseUrl`.',
  })

function removeInstance(emulator: Emulator): void {
  instances.remove(emulator)
  removeInterceptedAddress(emulator.baseUrl)
  noteEndedTest(emulator.baseUrl, testNames.get(emulator) ?? '')
  emulator.close()
  if (instances.size() === 0) interceptor.stop()
}

/**
 * Vitest's `test` with a fresh `emulator` fixture. Concurrent tests each have their own emulator. The token of
 * a call identifies its test, or else the asynchronous context of the call. A call that no test can be found
 * for fails all running tests. A call that no operation answers fails its test and names the closest
 * operation. An unhandled request fails its test too, if it has the host or the path of the
 * base URL. A failed assertion in a receiver, a TypeError or a ReferenceError of its code, an exception inside
 * the emulator, and an `advance`, `settle` or `run` without `await` fail the test too. A
 * failing test prints the journal, the fault rules that matched nothing, and the errors that receivers threw. It leaves
 * its story as a page in the folder `emulator-stories`, and prints the path. From Vitest 4.0.11 on, reporters get
 * the page as an attachment of the test.
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
  emulator: async (
    { emulatorDefaults, emulatorOptions: ofDescribe, onTestFailed, onTestFinished, task },
    use,
  ) => {
    instanceCount += 1
    const given = withFlips(mergeOptions(emulatorDefaults, ofDescribe))
    const { values, rest } = readOptionsWith(testOptions, emulatorOptions, given, testErrors)
    const strategy = values.onUnhandledRequest
    const created = createTestEmulator(rest, `test-${instanceCount}`, task.name)
    // Note: an `await` would end the asynchronous context of this fixture, which the test body inherits.
    const emulator = created instanceof Promise ? await created : created
    const ending = failOnce(onTestFinished)
    // Note: the end of the fixture removes shared timers, and Vitest reports a failure after it.
    let linesAtEnd: string[] | undefined
    onTestFailed(async ({ task: { fails, result } }) => {
      if (fails) return
      const path = writeStory(emulator, task)
      const lines = [
        ...failureLines(emulator, result?.errors ?? [], linesAtEnd),
        ...(path === undefined ? [] : [`The story of the test: ${path}`]),
      ]
      if (lines.length > 0) console.error([`In "${task.name}":`, ...lines].join('\n'))
      if (path !== undefined) await attachStory(task, path)
    })
    // Note: the reporter provides the key, which no test declares.
    const withUsage = inject(usageKey as never) === true
    if (withUsage) collectUsages(contextOf(emulator))
    willEndTest(contextOf(emulator))
    addInstance(emulator)
    const unroutable = new Set<string>()
    const late = new Map<string, string>()
    runningTests.set(emulator, { name: task.name, unroutable, late, strategy })
    testNames.set(emulator, task.name)
    // Note: the test body inherits the asynchronous context of this fixture, because Vitest continues from it.
    currentEmulator.enterWith(emulator)
    const sentBefore = requestCount
    const endPage = watchPage()
    let unsettled: string[] = []
    let ofPage: string[] = []
    let lateCall: EmulatorError | undefined
    try {
      await use(emulator)
      lateCall = await lateExclusion(contextOf(emulator))
    } finally {
      unsettled = unsettledMethodsOf(contextOf(emulator))
      ofPage = endPage()
      linesAtEnd = [...linesOfState(emulator, task.result?.errors), ...ofPage.map(toSentence)]
      runningTests.delete(emulator)
      removeInstance(emulator)
      writeTaskMeta(emulator, task.meta, withUsage)
    }
    const errors = task.result?.errors ?? []
    const hasFailed = errors.length > 0
    const hasTimedOut = errors.some(({ message }) => isTimeout(message))
    const isSilent = requestCount === sentBefore && runningTests.size === 0
    // Note: a concurrent test has an `expect` of its own.
    const assertions = task.concurrent ? undefined : expect.getState().assertionCalls
    const idle = hasFailed ? [] : [...ofPage, ...idleLines(emulator, { isSilent, assertions })]
    const facts = { unsettled, hasFailed, hasTimedOut, unroutable, late, idle }
    ending(() => {
      if (lateCall && !hasFailed) throw lateCall
      assertEnding(emulator, facts)
    })
  },
})

refuseMistakes(test, knownOptions)

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
  emulatorDefaults: TestOptions
}

/** The options with the alternatives of a run of `flip`. Those that the test selects itself stay. */
function withFlips(given: TestOptions): TestOptions {
  // Note: the reporter provides the key, which no test declares.
  const flips = inject(flipKey as never) as Alternatives | undefined
  if (!flips || typeof given.assumptions === 'string' || given.assumptions?.preset) return given
  return mergeOptions({ assumptions: flips as AssumptionOverrides }, given)
}

/** Merges two sets of options. Flags and assumptions are merged per name. */
function mergeOptions(defaults: TestOptions, overrides: TestOptions): TestOptions {
  // Note: the characters of a text would become options.
  for (const each of [defaults, overrides]) assertOptionNames(knownOptions, each, testErrors)
  const both = { ...defaults, ...defined(overrides) }
  return {
    ...both,
    ...(defaults.flags &&
      overrides.flags && { flags: { ...defaults.flags, ...defined(overrides.flags) } }),
    ...(defaults.assumptions &&
      overrides.assumptions && {
        assumptions: {
          ...toOverrides(defaults.assumptions),
          ...defined(toOverrides(overrides.assumptions)),
        },
      }),
  }
}

/**
 * Creates a `test` whose emulators have these options. `test.override` in a `describe` block adds to them,
 * option by option. An inner override replaces an outer one. `prepare` runs once for each set of options, and
 * each test starts from a fork of its result.
 *
 * @example
 * const test = testWith({
 *   world: 'small-school',
 *   prepare: ({ given }) => void given('users', { first_name: 'Mia' }),
 * })
 */
export function testWith(options: TestOptions): TestAPI<EmulatorFixtures> {
  assertArgumentCount('testWith', 1, arguments)
  // Note: Vitest would call a function as a fixture. The fixture refuses other values.
  if (typeof options === 'function')
    throw new EmulatorError('bad_options', {
      action: testErrors.action,
      reason: `the options are ${quoteValue(options)}`,
      advice: 'Give an object such as { world: "small-school" }.',
    })
  const withOptions = test.extend<FixtureDefaults>({ emulatorDefaults: options })
  return refuseMistakes(withOptions, knownOptions)
}

/** Writes the story of a failed test. Returns the path; undefined if nothing happened. */
function writeStory(emulator: Emulator, task: TestTask): string | undefined {
  const story = emulator.story()
  return story.entries.length === 0 ? undefined : writeFailedStory(fullNameOf(task), story)
}

/** The names of the suites of a test and of the test. */
const fullNameOf = ({ suite, name }: TestTask): string =>
  [...(suite ? [fullNameOf(suite)] : []), name].filter(Boolean).join(' ')

interface TestTask {
  readonly name: string
  readonly suite?: TestTask | undefined
}

type Prepare = NonNullable<EmulatorOptions['prepare']>

const emulators = createPreparedStates<EmulatorOptions, Emulator>()

/** Creates the emulator of a test. `prepare` runs for the first test with these options only. */
function createTestEmulator(
  { prepare, ...options }: EmulatorOptions,
  instanceKey: string,
  test: string,
): Emulator | Promise<Emulator> {
  if (prepare === undefined) return createEmulator({ instanceKey, test, ...options })
  const { action } = testErrors
  emulatorOptions.prepare.assertValid(prepare, { code: 'bad_option', action, name: 'prepare' })
  return emulators(prepare, options, () => prepareFor(options, prepare)).then((prepared) =>
    forkPrepared(prepared, {
      instanceKey: options.instanceKey ?? instanceKey,
      test: options.test ?? test,
    }),
  )
}

const prepareFor = async (options: EmulatorOptions, prepare: Prepare): Promise<Emulator> =>
  prepareEmulator(createEmulator(options), prepare)
