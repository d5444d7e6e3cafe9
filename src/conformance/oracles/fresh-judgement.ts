/** The verdict about a run whose end differs from a fresh start. */
import { withoutSegments } from './difference.ts'
import type { FreshFindings } from './fresh-start.ts'
import type { Judgement } from './judgement.ts'
import { kindPatternOf } from './state-paths.ts'

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
    names: freshNames,
  }

/** The verdict about a run that keeps records of a pattern that the integration removed in another run. */
export function judgeKept(
  kept: FreshFindings['kept'],
  removedPatterns: ReadonlySet<string>,
): Judgement | undefined {
  const differences = kept
    .filter(({ segments }) => removedPatterns.has(kindPatternOf(segments)))
    .map(withoutSegments)
  if (differences.length === 0) return undefined
  return {
    verdict: 'stale',
    isAmplified: false,
    hasSameEnding: true,
    reason: 'this run keeps a record, and another run removed one like it',
    differences,
    names: freshNames,
  }
}

const freshNames = { expected: 'fresh start', actual: 'this run' }
