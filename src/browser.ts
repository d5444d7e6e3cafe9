import './kit/faker-with-the-page.ts'

export type { WorkerEmulator, WorkerOptions } from './adapters/browser.ts'
export { setupEmulatorWorker } from './adapters/browser.ts'
