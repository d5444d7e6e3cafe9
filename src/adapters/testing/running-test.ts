/** The test runner: whether one runs this process, and the name of the running test where it tells it. */

let findName: () => string | undefined = () => undefined

/** Sets the function that returns the name of the running test. */
export function provideTestName(find: () => string | undefined): void {
  findName = find
}

/** The name of the running test; undefined outside of tests, and in test runners that do not tell it. */
export const runningTestName = (): string | undefined => findName()

/** The variable that each test runner sets in the processes of its tests, and which their children inherit. */
const runnerVariables = {
  vitest: 'VITEST_WORKER_ID',
  jest: 'JEST_WORKER_ID',
  node: 'NODE_TEST_CONTEXT',
  playwright: 'TEST_WORKER_INDEX',
} as const

type Runner = keyof typeof runnerVariables

/** Whether a test runner runs this process. */
export const isRunBy = (runner: Runner): boolean =>
  globalThis.process?.env[runnerVariables[runner]] !== undefined

export const isJest = (): boolean => isRunBy('jest')

/** Whether any of the test runners runs this process. */
export const isTestProcess = (): boolean =>
  Object.keys(runnerVariables).some((runner) => isRunBy(runner as Runner))
