/**
 * Adds the emulator's matchers to the `expect` of Jest, and a report of the emulators that listen to failing tests. Name this
 * entry point in the configuration. It also exports `setupEmulator` of `course-admin-emulator/node`.
 *
 * @example
 * export default { setupFilesAfterEnv: ['course-admin-emulator/jest'], transform: {} }
 *
 * @module
 */
import './adapters/testing/jest.ts'
export {
  type ListenOptions,
  type ListeningEmulator,
  setupEmulator,
} from './adapters/network/node.ts'
export type { EmulatorMatchers } from './adapters/testing/matchers.ts'
