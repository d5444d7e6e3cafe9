/** The test project that starts other programs: npm, test runners, servers, clients in other languages. */
import { defineConfig } from 'vitest/config'
import main from './vitest.config.ts'

const { exclude = [], ...test } = main.test ?? {}

export default defineConfig({
  ...main,
  test: {
    ...test,
    include: ['**/*.outside.test.ts'],
    exclude: exclude.filter((pattern) => !pattern.includes('outside')),
  },
})
