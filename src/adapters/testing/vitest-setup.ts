/**
 * Sets Vitest up for tests that import an entry point for Node: registers the matchers, and checks at the end of a test that
 * it awaits the functions of the package. The import of Vitest ends before the first test, and a bundler for an app does not
 * follow it.
 */
import { provideTestEnd } from '../../engine/errors/needs-await.ts'
import { emulatorMatchers } from './matchers.ts'
import { isRunBy } from './running-test.ts'

const name = 'vitest'

// Note: a worker of Vitest has this variable. The `expect` of an absent Vitest stays as it is.
if (isRunBy('vitest'))
  import(/* webpackIgnore: true */ /* @vite-ignore */ name).then(setUp, () => undefined)

function setUp({ expect, onTestFinished }: typeof import('vitest')): void {
  expect.extend(emulatorMatchers)
  provideTestEnd((end) => {
    try {
      // Note: a test that runs beside others is not told apart from them, and one that fails need not end its work.
      onTestFinished(({ task }) => end(!task.concurrent && task.result?.state !== 'fail'))
      return true
    } catch {
      // Note: no test runs.
      return false
    }
  })
}
