/** The test project of complete explorations. It takes half as long as the unit suite. */
import { defineConfig } from 'vitest/config'
import main from './vitest.config.ts'

const { exclude = [], ...test } = main.test ?? {}

export default defineConfig({
  ...main,
  test: {
    ...test,
    include: ['**/*.exploration.test.ts'],
    exclude: exclude.filter((pattern) => !pattern.includes('exploration')),
  },
})
