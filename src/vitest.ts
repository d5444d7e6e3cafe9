export type { EmulatorMatchers } from './adapters/matchers.ts'
export type { EmulatorFixtures } from './adapters/vitest.ts'
export { test, testWith } from './adapters/vitest.ts'
export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, vi } from 'vitest'
