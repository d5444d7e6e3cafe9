/** The name of the running test, where the test runner tells it. */

let findName: () => string | undefined = () => undefined

/** Sets the function that returns the name of the running test. */
export function provideTestName(find: () => string | undefined): void {
  findName = find
}

/** The name of the running test; undefined outside of tests, and in test runners that do not tell it. */
export const runningTestName = (): string | undefined => findName()
