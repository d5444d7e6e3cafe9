/**
 * Loads Vitest when the program runs: a static import of an absent package fails before the module that names the remedy.
 */
import { assertPeerVersion } from '../peer-version.ts'
import { otherRunner } from './vitest-only.ts'

export const vitest: typeof import('vitest') = await import('vitest').catch((cause: unknown) => {
  throw otherRunner(cause)
})

assertPeerVersion('vitest')
assertVitest()

/** Throws if another test runner loads this module. */
function assertVitest(): void {
  try {
    vitest.test.extend({})
  } catch (cause) {
    throw otherRunner(cause)
  }
}

/**
 * The function of Vitest.
 *
 * @example
 * afterAll(() => console.log('all tests have ended'))
 */
export const afterAll: (typeof vitest)['afterAll'] = vitest.afterAll
/**
 * The function of Vitest.
 *
 * @example
 * afterEach(() => console.log('a test has ended'))
 */
export const afterEach: (typeof vitest)['afterEach'] = vitest.afterEach
/**
 * The function of Vitest. It has no `emulator`: records for all tests belong in `testWith({ prepare })`.
 *
 * @example
 * beforeAll(() => console.log('the tests begin'))
 */
export const beforeAll: (typeof vitest)['beforeAll'] = vitest.beforeAll
/**
 * The function of Vitest.
 *
 * @example
 * beforeEach(() => console.log('a test begins'))
 */
export const beforeEach: (typeof vitest)['beforeEach'] = vitest.beforeEach
/** The function of Vitest. */
export const describe: (typeof vitest)['describe'] = vitest.describe
/** The function of Vitest, with the matchers of the emulator. */
export const vitestExpect: (typeof vitest)['expect'] = vitest.expect
/** The function of Vitest. */
export const expectTypeOf: (typeof vitest)['expectTypeOf'] = vitest.expectTypeOf
/** The utilities of Vitest. */
export const vi: (typeof vitest)['vi'] = vitest.vi
