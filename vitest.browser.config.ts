import { defineConfig } from 'vitest/config'

/** The test project that drives Chromium. `npm run test:browser` finds the browser and runs it. */
export default defineConfig({
  test: {
    dir: 'test/browser',
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    fileParallelism: false,
    // The sources are loaded once for all files.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
