/**
 * Sets Vitest up for tests that import ./node: registers the matchers. The import of Vitest ends before the first test, and a
 * bundler for an app does not follow it.
 */
import { emulatorMatchers } from './matchers.ts'

const name = 'vitest'

// Note: a worker of Vitest has this variable. The `expect` of an absent Vitest stays as it is.
if (globalThis.process?.env['VITEST_WORKER_ID'] !== undefined)
  import(/* webpackIgnore: true */ /* @vite-ignore */ name).then(
    ({ expect }: typeof import('vitest')) => expect.extend(emulatorMatchers),
    () => undefined,
  )
