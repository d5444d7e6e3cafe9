/** Gives each Playwright test a world of its own at one server, whichever worker runs it. */
import { test as base, type TestType } from '@playwright/test'
import { connectEmulator, type RemoteEmulator, type RemoteOptions } from '../remote.ts'

/** What a test of this door is given. */
export interface PlaywrightFixtures {
  /** What the world is made with; set by `test.use({ emulatorOptions: … })`. Default: nothing. */
  emulatorOptions: RemoteOptions
  /** A world of its own: its token goes to the app under test, its words to the test. */
  emulator: RemoteEmulator
}

/** What holds for all tests of a worker. */
export interface EmulatorWorkerOptions {
  /** Where the server stands. Default: http://127.0.0.1:4010, as the command starts it. */
  emulatorUrl: string
}

type BaseTest = typeof base

/**
 * Playwright's `test` with an `emulator`. The server is started once, by `webServer` in the
 * configuration; the journal of a test that fails is attached to its report.
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
  emulator: async ({ emulatorUrl, emulatorOptions }, use, testInfo) => {
    const key = `worker-${testInfo.workerIndex}-${testInfo.testId}-${testInfo.retry}`
    const emulator = await connectEmulator(emulatorUrl, { key, ...emulatorOptions })
    try {
      await use(emulator)
    } finally {
      if (testInfo.status !== testInfo.expectedStatus) {
        const body = JSON.stringify(await emulator.journal(), undefined, 2)
        await testInfo.attach('what the emulator saw', { body, contentType: 'application/json' })
      }
      await emulator.close()
    }
  },
}) as never
