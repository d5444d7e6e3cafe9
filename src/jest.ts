/**
 * Teaches the `expect` of Jest what to ask of an emulator. Nothing is imported from here: the
 * configuration names it. The emulator itself comes from `course-admin-emulator/node`.
 *
 * @example
 * export default { setupFilesAfterEnv: ['course-admin-emulator/jest'], transform: {} }
 *
 * @module
 */
import './adapters/testing/jest.ts'
export type { EmulatorMatchers } from './adapters/testing/matchers.ts'
