/** The version of this package, as in package.json: `test/house-rules.test.ts` compares the two. */
export const version = '0.1.0'
