/** The test files that `npm test` leaves out, because they take long. `npm run check:all` runs them. */
export const longTests = {
  browser: ['test/browser/inspector-speed.test.ts'],
  outside: ['test/adapters/explore/explore.outside.test.ts'],
}
