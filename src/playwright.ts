/**
 * Playwright's `test` with an emulator instance for each test on one server, and Playwright's `expect`.
 *
 * @module
 */
export type { PlaywrightFixtures, EmulatorWorkerOptions } from './adapters/testing/playwright.ts'
export { test } from './adapters/testing/playwright.ts'
export type { RemoteEmulator, RemoteOptions } from './adapters/remote.ts'
export { connectEmulator } from './adapters/remote.ts'
export { expect } from '@playwright/test'
