import { defineConfig } from 'vitest/config'

/** The lane of tests that drive a Chromium; `npm run test:browser` finds it. */
export default defineConfig({
  test: {
    dir: 'test/browser',
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
