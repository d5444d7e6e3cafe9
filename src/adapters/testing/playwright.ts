/** A Playwright `test` with an emulator instance for each test, on one server for all workers. */
import { test as base, type TestType } from '@playwright/test'
import { connectEmulator, type RemoteEmulator, type RemoteOptions } from '../remote.ts'

/** The fixtures of a test. */
export interface PlaywrightFixtures {
  /** Options of the emulator, set with `test.use({ emulatorOptions: … })`. Default: none. */
  emulatorOptions: RemoteOptions
  /** The emulator instance of the test. The app under test uses its address and token. */
  emulator: RemoteEmulator
}

/** Options for all tests of a worker. */
export interface EmulatorWorkerOptions {
  /** The address of the server. Default: http://127.0.0.1:4010, the default of the command line. */
  emulatorUrl: string
}

type BaseTest = typeof base

/**
 * Playwright's `test` with an `emulator` fixture. `webServer` in the Playwright configuration starts the server
 * once. If a test fails, its report gets the journal as an attachment.
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
        await testInfo.attach('emulator journal', { body, contentType: 'application/json' })
      }
      await emulator.close()
    }
  },
}) as never
