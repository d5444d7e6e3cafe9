/** A Playwright `test` with an emulator instance for each test, on one server for all workers. */
import {
  type Expect,
  expect as baseExpect,
  test as base,
  type TestInfo,
  type TestType,
} from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { storyToHTML } from '../../report/page/story-page.ts'
import type { UnhandledStrategy } from '../../engine/emulator/handlers.ts'
import { assertNoFailedRequests } from '../../engine/emulator/reports/unhandled-requests.ts'
import { assertNoUnhandled } from '../../engine/emulator/reports/unhandled-calls.ts'
import type { EmulatorErrorDetails } from '../../engine/errors/errors.ts'
import { strategyCheck } from '../network/unhandled-policy.ts'
import { functionCheck } from '../../engine/errors/argument-checks.ts'
import { option, type OptionsOf, readOptionsWith } from '../../engine/errors/options.ts'
import { instanceOptions } from '../../engine/control/instance-options.ts'
import { assertNothingPending, connectEmulator } from '../remote/connection.ts'
import type { RemoteEmulator, RemoteOptions } from '../remote/remote-emulator.ts'
import { emulatorMatchers } from './matchers.ts'
import { createPageRequests, type PageRequests } from './page-requests.ts'
import { createPreparedStates } from './prepared-states.ts'

/** The options of a test, besides those of its instance on the server. */
const testOptions = {
  /**
   * Prepares the data. It runs once in each worker, and each test starts from a fork of the result.
   * Default: no preparation.
   *
   * @example
   * test.use({ emulatorOptions: { prepare: ({ given }) => given('users', { first_name: 'Mia' }) } })
   */
  prepare: option<(emulator: RemoteEmulator) => unknown>(functionCheck),
  /**
   * The handling of requests of a page, by `fetch` or `XMLHttpRequest`, that are not below `baseUrl`: `error`
   * makes the test fail, `warn` prints a warning, `bypass` reports nothing. The requests are sent in each
   * case. Default: `error` for a request with the host or the path of `baseUrl`, which is probably a wrong
   * base URL, and `bypass` for other requests. Requests of a page to its own server are never reported. With `bypass` alone, a
   * request below `baseUrl` may have the token of the server's own emulator.
   */
  onUnhandledRequest: option<UnhandledStrategy>(strategyCheck),
}

/** The options of the emulator of a test. */
export interface PlaywrightEmulatorOptions extends RemoteOptions, OptionsOf<typeof testOptions> {}

/** The fixtures of a test. */
export interface PlaywrightFixtures {
  /** Options of the emulator, set with `test.use({ emulatorOptions: … })`. Default: none. */
  emulatorOptions: PlaywrightEmulatorOptions
  /** The emulator instance of the test. The app under test uses its address and token. */
  emulator: RemoteEmulator
}

/** Options for all tests of a worker. */
export interface EmulatorWorkerOptions {
  /**
   * The address of the server, set with `test.use({ emulatorUrl: … })` at the top of a test file, or with `use` of the
   * configuration. Default: http://127.0.0.1:4010, the default of the command line.
   */
  emulatorUrl: string
}

type BaseTest = typeof base

/** The requests of the pages of each test. */
const pageRequests = new WeakMap<TestInfo, PageRequests>()

function pageRequestsOf(test: TestInfo): PageRequests {
  const requests = pageRequests.get(test) ?? createPageRequests()
  pageRequests.set(test, requests)
  return requests
}

const preparedStates = createPreparedStates<object, RemoteEmulator>()

/** Creates the instance of a test: a new one, or a fork of the prepared instance of the worker. */
async function createInstance(
  url: string,
  { key, test, ...options }: RemoteOptions & { readonly key: string; readonly test: string },
  prepare: PlaywrightEmulatorOptions['prepare'],
): Promise<RemoteEmulator> {
  if (!prepare) return connectEmulator(url, { key, test, ...options })
  const prepared = await preparedStates(prepare, { ...options, url }, async () => {
    const emulator = await connectEmulator(url, options)
    await prepare(emulator)
    return emulator
  })
  return prepared.fork({ instanceKey: key, test })
}

/** Playwright's `expect` with the matchers of the emulator. */
export const expect: Expect<typeof emulatorMatchers> = baseExpect.extend(emulatorMatchers)

/**
 * Playwright's `test` with an `emulator` fixture. `webServer` in the Playwright configuration starts the server
 * once. A call that no operation answers fails its test, and so does a request of a page with a wrong base URL.
 * If a test fails, its report gets the story of
 * the test as an attachment: a page with the calls, changes and deliveries.
 *
 * @example
 * test('enrolls', async ({ page, emulator }) => {
 *   await emulator.given('users', { first_name: 'Mia' })
 *   await page.goto(`/?api=${emulator.baseUrl}&token=${emulator.token}`)
 * })
 */
export const test: TestType<
  Parameters<Parameters<BaseTest>[2]>[0] & PlaywrightFixtures,
  EmulatorWorkerOptions
> = base.extend<PlaywrightFixtures, EmulatorWorkerOptions>({
  emulatorUrl: ['http://127.0.0.1:4010', { option: true, scope: 'worker' }],
  emulatorOptions: [{}, { option: true }],
  context: async ({ context }, use, testInfo) => {
    pageRequestsOf(testInfo).watch(context)
    await use(context)
  },
  emulator: async ({ emulatorUrl, emulatorOptions }, use, testInfo) => {
    const key = `worker-${testInfo.workerIndex}-${testInfo.testId}-${testInfo.retry}`
    const { values, rest } = readOptionsWith(testOptions, instanceOptions, emulatorOptions, {
      action: 'create the emulator of the test',
      kind: 'option',
    })
    const strategy = values.onUnhandledRequest
    const { key: instanceKey = key, test: testName = testInfo.title, ...options } = rest
    const instance = { ...options, key: instanceKey, test: testName }
    const emulator = await createInstance(emulatorUrl, instance, values.prepare)
    const requests = pageRequestsOf(testInfo)
    requests.start(emulator.baseUrl, strategy)
    let unhandled: EmulatorErrorDetails | undefined
    let passed: EmulatorErrorDetails | undefined
    try {
      await use(emulator)
      assertNothingPending(emulator)
      await printInVain(emulator, testInfo)
      unhandled = await readUnhandledCalls(emulator)
      passed = (await requests.report(emulator.control).catch(undefinedIfClosed))?.error
    } finally {
      if (testInfo.status !== testInfo.expectedStatus || unhandled || passed) {
        const path = testInfo.outputPath('story.html')
        const title = testInfo.titlePath.slice(1).join(' › ')
        writeFileSync(path, storyToHTML({ ...(await emulator.story()), title }))
        await testInfo.attach('story', { path, contentType: 'text/html' })
        const errors = requests.errors().map((error) => `An exception in the page: ${error}`)
        console.error([...errors, `The story of the test: ${relative('.', path)}`].join('\n'))
      }
      await emulator.close()
    }
    assertNoFailedRequests(passed)
    assertNoUnhandled(unhandled)
  },
}) as never

/** Prints what a passing test has set up in vain. */
async function printInVain(
  { control }: RemoteEmulator,
  { status, expectedStatus, title }: TestInfo,
): Promise<void> {
  if (status !== expectedStatus) return
  type Answer = { readonly lines: readonly string[] }
  const answer = await control<Answer>('POST', 'evidence/in-vain').catch(undefinedIfClosed)
  for (const line of answer?.lines ?? []) console.warn(`In "${title}", ${line}`)
}

/** The calls that no operation answers; undefined after the test has closed the instance. */
async function readUnhandledCalls({
  control,
}: RemoteEmulator): Promise<EmulatorErrorDetails | undefined> {
  type Answer = { readonly error?: EmulatorErrorDetails }
  const answer = await control<Answer>('POST', 'evidence/unhandled').catch(undefinedIfClosed)
  return answer?.error
}

function undefinedIfClosed(error: unknown): undefined {
  if ((error as { code?: string }).code !== 'closed') throw error
}
