/**
 * Loads Vitest when the program runs: a static import of an absent package fails before the module that names the remedy.
 */
import { assertPeerVersion } from '../peer-version.ts'
import { otherRunner } from './vitest-only.ts'

type Vitest = typeof import('vitest')

export const vitest: Vitest = await import('vitest').catch((cause: unknown) => {
  throw otherRunner(cause)
})

assertPeerVersion('vitest')

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, vi } = vitest
// Note: the type that would be inferred is of a package that Vitest contains.
export const expectTypeOf: Vitest['expectTypeOf'] = vitest.expectTypeOf
