/**
 * Adds the emulator's matchers to the `expect` of Jest. Name this entry point in the configuration, and
 * import the emulator from `course-admin-emulator/node`.
 *
 * @example
 * export default { setupFilesAfterEnv: ['course-admin-emulator/jest'], transform: {} }
 *
 * @module
 */
import './adapters/testing/jest.ts'
export type { EmulatorMatchers } from './adapters/testing/matchers.ts'
