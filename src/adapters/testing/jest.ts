/**
 * Sets Jest up: registers the matchers. An exception inside an emulator and an unhandled call fail the test.
 */
// oxlint-disable-next-line import/no-empty-named-blocks, unicorn/require-module-specifiers -- it makes the module known
import type {} from 'expect'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { internalErrorFailure, takeInternalErrors } from '../../engine/serve/internal-error.ts'
import { assertListenersHandled, listeningEmulators } from '../network/node.ts'
import { failureLines } from './failure-report.ts'
import { provideTestName } from './running-test.ts'
import { type EmulatorMatchers, emulatorMatchers } from './matchers.ts'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the types of Jest look for matchers here
  namespace jest {
    interface Matchers<R, T> extends EmulatorMatchers<R> {}
  }
}

// Note: the `expect` of `@jest/globals` has the matchers of this module.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends EmulatorMatchers<R> {}
}

/** The part of the state of `expect` that has the names of tests. */
interface ExpectState {
  readonly currentTestName?: string
  /** Returns the name of a concurrent test. */
  currentConcurrentTestName?(): string | undefined
}

/** The state of the runner, which Jest keeps under a symbol of this name. */
interface RunnerState {
  readonly currentlyRunningTest?: {
    readonly name: string
    /** The errors, each alone or with the place of its test. */
    readonly errors: readonly unknown[]
  }
}

const stateName = 'JEST_STATE_SYMBOL'

interface JestGlobal {
  readonly expect?: {
    extend(matchers: object): void
    getState?(): ExpectState
  }
  readonly afterEach?: (work: () => void) => void
}

const globals = globalThis as JestGlobal & {
  readonly process?: { env: { JEST_WORKER_ID?: string } }
}
if (!globals.expect && globals.process?.env.JEST_WORKER_ID !== undefined)
  throw new EmulatorError('bad_setup', {
    action: 'add the matchers to Jest',
    reason: 'there is no global `expect` yet',
    advice:
      'List course-admin-emulator/jest under `setupFilesAfterEnv`, and not under `setupFiles`.',
  })
setUpJest(globals)

/**
 * Registers the matchers, and a hook that fails a test after an exception inside an emulator or an unhandled call. Provides the
 * name of the running test.
 */
export function setUpJest({ expect, afterEach }: JestGlobal): void {
  expect?.extend(emulatorMatchers)
  provideTestName(() => {
    const { currentTestName, currentConcurrentTestName } = expect?.getState?.() ?? {}
    return currentConcurrentTestName?.() ?? currentTestName
  })
  afterEach?.(() => {
    reportFailure()
    const internalErrors = takeInternalErrors()
    if (internalErrors.length > 0) throw internalErrorFailure(internalErrors)
    assertListenersHandled()
  })
}

/** Prints the journal and the hints of each emulator that listens, if the test of the hook has failed. */
function reportFailure(): void {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === stateName,
  )
  const state = symbol && ((globalThis as Record<symbol, unknown>)[symbol] as RunnerState)
  const { name = '', errors = [] } = state?.currentlyRunningTest ?? {}
  if (errors.length === 0) return
  const messages = errors.map((error) => String(Array.isArray(error) ? error[0] : error))
  for (const emulator of listeningEmulators) {
    const lines = failureLines(emulator, messages)
    if (lines.length > 0) console.error([`In "${name}":`, ...lines].join('\n'))
  }
}
