/** The verdict about a run whose end differs from a fresh start. */
import type { FreshFindings } from './fresh-start.ts'
import type { Judgement } from './judgement.ts'

/** Returns undefined if the run is right. */
export const judgeFresh = ({ verdict, differences }: FreshFindings): Judgement | undefined =>
  verdict && {
    verdict,
    isAmplified: false,
    hasSameEnding: true,
    reason:
      verdict === 'missing'
        ? 'an instance that starts with an empty storage reads a value that this run misses'
        : 'this run ends with a value of an earlier step',
    differences,
    names: { expected: 'fresh start', actual: 'this run' },
  }
