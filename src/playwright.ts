/**
 * Playwright's `test` with an emulator instance for each test on one server, and Playwright's `expect`
 * with the matchers of the emulator.
 *
 * @module
 */
export type {
  EmulatorWorkerOptions,
  PlaywrightEmulatorOptions,
  PlaywrightFixtures,
} from './adapters/testing/playwright.ts'
export type { UnhandledStrategy } from './engine/emulator/handlers.ts'
export { expect, test } from './adapters/testing/playwright.ts'
export type { RemoteActs, RemoteRecordActs } from './adapters/remote/remote-acts.ts'
export type {
  RemoteEmulator,
  RemoteOptions,
  RemoteSnapshot,
} from './adapters/remote/remote-emulator.ts'
export type { RemoteFaultHandle, RemoteOutageHandle } from './adapters/remote/remote-faults.ts'
export type { RemoteReceiver, RemoteReceiverOptions } from './adapters/remote/remote-receiver.ts'
export { connectEmulator } from './adapters/remote/connection.ts'
