/** The test runner: whether it is Jest, and the name of the running test where it tells it. */

let findName: () => string | undefined = () => undefined

/** Sets the function that returns the name of the running test. */
export function provideTestName(find: () => string | undefined): void {
  findName = find
}

/** The name of the running test; undefined outside of tests, and in test runners that do not tell it. */
export const runningTestName = (): string | undefined => findName()

/** Whether Jest runs this process. */
export const isJest = (): boolean =>
  (globalThis as { process?: { env: { JEST_WORKER_ID?: string } } }).process?.env.JEST_WORKER_ID !==
  undefined

const runnerVariables = [
  'VITEST_WORKER_ID',
  'JEST_WORKER_ID',
  'NODE_TEST_CONTEXT',
  'TEST_WORKER_INDEX',
]

/** Whether Vitest, Jest, `node:test` or Playwright runs this process. */
export const isTestProcess = (): boolean =>
  runnerVariables.some((name) => globalThis.process?.env[name] !== undefined)
