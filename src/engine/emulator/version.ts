/** The version and the license of this package, as in package.json: `test/house-rules.test.ts` compares them. */
export const version = '0.1.0'
export const license = 'MIT'
