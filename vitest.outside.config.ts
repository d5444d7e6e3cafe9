/** The test project that starts other programs: npm, test runners, servers, clients in other languages. */
import { defineConfig } from 'vitest/config'
import main from './vitest.config.ts'

const { exclude = [], ...test } = main.test ?? {}

export default defineConfig({
  ...main,
  test: {
    ...test,
    // A compiler that checks the types of every package takes most of a minute on a busy machine.
    testTimeout: 180_000,
    include: ['**/*.outside.test.ts'],
    exclude: exclude.filter((pattern) => !pattern.includes('outside')),
  },
})
