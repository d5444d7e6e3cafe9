/** The unit suite, whose emulators have alternatives of the assumptions that a test does not rely on. */
import { defineConfig } from 'vitest/config'
import main from './vitest.config.ts'

const { setupFiles = [], exclude = [], ...test } = main.test ?? {}

export default defineConfig({
  ...main,
  test: {
    ...test,
    // Responses of an emulator with alternatives are not validated, and this file counts the validated ones.
    exclude: [...exclude, 'engine/describe/answers.test.ts'],
    setupFiles: [setupFiles, new URL('./test/reliance/setup.ts', import.meta.url).pathname].flat(),
  },
})
