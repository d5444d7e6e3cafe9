/**
 * The emulator in a browser page, behind the service worker of MSW.
 *
 * @module
 */
export type { EmulatorWorker, WorkerEmulator, WorkerOptions } from './adapters/network/browser.ts'
export type { UnhandledStrategy } from './engine/emulator/handlers.ts'
export { setupEmulatorWorker } from './adapters/network/browser.ts'
