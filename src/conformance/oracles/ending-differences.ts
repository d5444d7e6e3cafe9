/** Compares how two runs end: the states, the effects and the calls that match no operation. */
import { stableJson } from '../run/choice-point.ts'
import type { Ending, RunOutcome } from '../run/outcome.ts'
import { withoutEqual } from './multiset.ts'
import {
  type Comparison,
  type EndingDifference,
  type IsLeftOut,
  type PlacedDifference,
  placedDifferences,
} from './difference.ts'

/** How the two runs of a comparison name the rows that they created. */
export const aliasesOfRuns = (
  reference: Pick<RunOutcome, 'rows'>,
  run: Pick<RunOutcome, 'rows'>,
): Comparison => ({
  expectedAliases: reference.rows.aliasesOf,
  actualAliases: run.rows.aliasesOf,
})

/** Compares the states and the calls that match no operation. */
export function stateDifferences(
  expected: Ending | undefined,
  actual: Ending | undefined,
  comparison: Comparison,
): PlacedDifference[] {
  const parts = (ending: Ending | undefined): object | undefined => {
    if (!ending) return undefined
    const { effects: _, ...others } = ending
    return others
  }
  return placedDifferences(parts(expected), parts(actual), comparison)
}

/** What a correct integration may do differently in a run. */
interface AcceptedEffects {
  readonly isLeftOut: IsLeftOut
  /** Whether an effect may happen again. */
  readonly repeats: boolean
  /** Whether an effect may be missing: no event tells of its cause. */
  readonly omits: boolean
}

/** Compares the effects without regard to their order. */
export function effectDifferences(
  { effects: expected = [] }: Ending,
  { effects: actual = [] }: Ending,
  { repeats, omits, isLeftOut }: AcceptedEffects,
): EndingDifference[] {
  if (isLeftOut(['effects'])) return []
  const missing = omits ? [] : withoutEqual(expected, actual)
  const known = new Set(expected.map(stableJson))
  const added = withoutEqual(actual, expected).filter(
    (effect) => !(repeats && known.has(stableJson(effect))),
  )
  return [
    ...missing.map((value) => ({ path: 'effects', expected: value })),
    ...added.map((value) => ({ path: 'effects', actual: value })),
  ]
}
