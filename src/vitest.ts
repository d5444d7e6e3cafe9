/**
 * Vitest with a fresh emulator in every test. What else a test needs comes along as vitest has it:
 * `expect`, which knows the matchers, `describe`, `beforeAll`, `beforeEach`, `afterEach`, `afterAll`, `vi`.
 *
 * @example
 * import { expect, test } from 'course-admin-emulator/vitest'
 *
 * test('nobody is enrolled twice', async ({ emulator }) => {
 *   const mia = emulator.given('users')
 *   await enrollTwice(emulator.baseUrl, emulator.token, mia.id)
 *   expect(emulator.rows('enrollments', { student_id: mia.id })).toHaveLength(1)
 * })
 *
 * @module
 */
export type { EmulatorMatchers } from './adapters/testing/matchers.ts'
export type { EmulatorFixtures } from './adapters/testing/vitest.ts'
export { test, testWith } from './adapters/testing/vitest.ts'
export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, vi } from 'vitest'
