/**
 * Playwright with a world of its own for each test, at one server. `expect` comes along as
 * Playwright has it.
 *
 * @module
 */
export type { PlaywrightFixtures, EmulatorWorkerOptions } from './adapters/testing/playwright.ts'
export { test } from './adapters/testing/playwright.ts'
export type { RemoteEmulator, RemoteOptions } from './adapters/remote.ts'
export { connectEmulator } from './adapters/remote.ts'
export { expect } from '@playwright/test'
