/**
 * Sets Jest up: registers the matchers. An exception inside an emulator and an unhandled call fail the test.
 */
import { internalErrorFailure, takeInternalErrors } from '../../engine/serve/internal-error.ts'
import { assertListenersHandled, listeningEmulators, takeClosedEmulators } from '../network/node.ts'
import { defined } from '../../engine/errors/defined.ts'
import { failureLines, type TestError } from './failure-report.ts'
import { takesEmulator } from './refused-definitions.ts'
import { isJest, provideTestName } from './running-test.ts'
import { emulatorMatchers } from './matchers.ts'

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
    readonly fn?: unknown
    /** The errors, each alone or with the place of its test. */
    readonly errors: readonly unknown[]
  }
}

const setUpKey = Symbol.for('course-admin-emulator.jest')
const stateName = 'JEST_STATE_SYMBOL'

/** The globals of a test file. */
interface JestGlobal {
  readonly expect?: {
    extend(matchers: object): void
    getState?(): ExpectState
  }
  readonly afterEach?: (work: () => void) => void
  /** Whether this test file has the matchers and the hook. */
  [setUpKey]?: boolean
}

const globals = globalThis as JestGlobal

/** Whether Jest has not made its globals yet. */
export const isJestWithoutExpect = (): boolean => isJest() && !globals.expect

/** Sets Jest up, once for each test file, and outside of a test. */
export function setUpJestOnce(): void {
  if (globals[setUpKey] || runningTest()) return
  globals[setUpKey] = true
  setUpJest(globals)
}

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

/** Prints the journal and the hints of each emulator that the test of the hook used, if it has failed. */
function reportFailure(): void {
  const emulators = new Set([...listeningEmulators, ...takeClosedEmulators()])
  const { name = '', errors = [], fn } = runningTest() ?? {}
  if (errors.length === 0) return
  if (takesEmulator(fn))
    console.error(
      `In "${name}": Jest passes no \`emulator\` to a test. Write const emulator = setupEmulator() at the top of the file, with \`setupEmulator\` of course-admin-emulator/jest.`,
    )
  // Note: a value that a test throws need not be an error.
  const found = errors.map((each): TestError => {
    const error: unknown = Array.isArray(each) ? each[0] : each
    const { name, stack } = error instanceof Error ? error : {}
    return { message: String(error), ...defined({ name, stack }) }
  })
  for (const emulator of emulators) {
    const lines = failureLines(emulator, found)
    if (lines.length > 0) console.error([`In "${name}":`, ...lines].join('\n'))
  }
}

function runningTest(): RunnerState['currentlyRunningTest'] {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === stateName,
  )
  const state = symbol && ((globalThis as Record<symbol, unknown>)[symbol] as RunnerState)
  return state?.currentlyRunningTest
}

// Note: without the setup file, the first import of an entry point sets Jest up.
if (isJest() && globals.expect) setUpJestOnce()
