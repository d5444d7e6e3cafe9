/**
 * Vitest's `test` with a new emulator in every test. Also exports Vitest's `expect` with the emulator's
 * matchers, `describe`, `vi` and the hooks.
 *
 * @example
 * import { expect, test } from 'course-admin-emulator/vitest'
 *
 * test('a user is enrolled once', async ({ emulator }) => {
 *   const mia = emulator.given('users')
 *   await enrollTwice(emulator.baseUrl, emulator.token, mia.id)
 *   expect(emulator.rows('enrollments', { student_id: mia.id })).toHaveLength(1)
 * })
 *
 * @module
 */
export type { EmulatorMatchers } from './adapters/testing/matchers.ts'
export type { EmulatorFixtures, TestOptions } from './adapters/testing/vitest.ts'
export { exploreEach, type ExploreEachOptions } from './adapters/testing/explore-each.ts'
export type { Emulator } from './engine/emulator/emulator-api.ts'
export type { UnhandledStrategy } from './engine/emulator/handlers.ts'
export { it, test, testWith } from './adapters/testing/vitest.ts'
export {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  vitestExpect as expect,
  expectTypeOf,
  vi,
} from './adapters/testing/vitest-module.ts'
