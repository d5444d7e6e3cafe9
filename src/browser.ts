/**
 * The emulator in a page, behind the service worker of msw, without a server.
 *
 * @module
 */
import './kit/rows/faker-preload.ts'

export type { WorkerEmulator, WorkerOptions } from './adapters/network/browser.ts'
export type { UnhandledStrategy } from './emulator/handlers.ts'
export { setupEmulatorWorker } from './adapters/network/browser.ts'
