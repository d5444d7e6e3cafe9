/**
 * What an exploration, or one shard of it, found: counts and failures that add up. The parts of several shards are
 * merged, and the result of an exploration is derived from its parts.
 */
import type { PlacedDifference } from '../oracles/difference.ts'
import { judgeKept } from '../oracles/fresh-judgement.ts'
import { type Verdict, verdicts } from '../oracles/verdict.ts'
import type { DeviationKind } from '../deviations/kinds.ts'
import { type Coverage, cutTexts, mergeCoverage } from './coverage.ts'
import { type ExplorationFailure, withJudgement } from './failure.ts'
import type { ReplayOptions } from './report/replay-test.ts'
import type { Shard } from './shard.ts'

/** The options that all shards of one exploration share, with their defaults. */
export interface ShardOptions {
  /** The kinds of deviations. */
  readonly deviations: readonly DeviationKind[]
  /** The largest number of deviations in a schedule. */
  readonly depth: number
  /** The number of schedules to run. */
  readonly runs: number
  /** The verdicts that do not fail. */
  readonly accept: readonly Verdict[]
  /** Whether schedules were left out. */
  readonly prune: boolean
  /** `first`: each shard ends with its first failure. Default: it uses its budget. */
  readonly until?: 'first'
  /** The acts of generated scenarios. Default: every act that concerns the integration. */
  readonly acts?: readonly string[]
  /** The largest number of acts in a generated scenario. Default: 3 without a scenario. */
  readonly steps?: number
}

/** The number of schedules by what happened to them. */
export interface VerdictCounts {
  /** The number of schedules by verdict. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>
  /** The number of amplified schedules. */
  readonly amplified: number
  /** The number of schedules by their number of deviations. */
  readonly byDepth: readonly number[]
  /** The number of orders of steps and deliveries. */
  readonly orders: number
}

/** Schedules that fail in the same way. */
export interface FailureOfShard {
  /** What fails, and the kinds of the deviations. Equal keys of several shards are one failure. */
  readonly key: string
  /** The index of the first schedule in the exploration. */
  readonly index: number
  /** The shortest schedule, with its run. */
  readonly failure: ExplorationFailure
}

/** The counts and failures of an exploration, or of one shard of it. */
export interface ExplorationParts {
  /** The name of the scenario. */
  readonly scenario: string
  /** The seed of the samples. */
  readonly seed: number
  /** The options that all shards share. */
  readonly options: ShardOptions
  /** The options that a replay needs too. Absent if they have their defaults. */
  readonly replayOptions?: ReplayOptions
  /** The choice points of the baseline run. */
  readonly points: readonly string[]
  /** The baseline run, which every shard runs. */
  readonly baseline: ExplorationFailure
  /** Whether the baseline run says nothing without a schedule that is compared with it. */
  readonly needsSchedules: boolean
  /** Why the scenario has no schedule; absent if it has one. */
  readonly absence?: string
  /** The schedules of this shard, without the baseline run. */
  readonly counts: VerdictCounts
  /** The verdict of each schedule with one deviation, by deviation and choice point. */
  readonly cells: readonly (readonly [cell: string, verdict: Verdict])[]
  /** What was covered. */
  readonly coverage: Coverage
  /** The failures, in the order of their first schedule. */
  readonly failures: readonly FailureOfShard[]
  /** The schedules that a later exploration starts from; absent if the exploration has a scenario. */
  readonly corpus?: readonly string[]
  /** What was not compared, and what is no failure, as sentences. */
  readonly notes: readonly string[]
  /** The records that the baseline run keeps although a fresh start has not. */
  readonly kept: readonly PlacedDifference[]
  /** The patterns of the records that the integration removed in a run. */
  readonly removedPatterns: readonly string[]
}

/** Adds the verdict of a schedule to counts. */
export const addVerdict = (
  counts: VerdictCounts,
  verdict: Verdict,
  {
    isAmplified,
    depth,
    isOrder = false,
  }: { isAmplified: boolean; depth: number; isOrder?: boolean },
): VerdictCounts =>
  addCounts(counts, {
    verdicts: { [verdict]: 1 },
    amplified: isAmplified ? 1 : 0,
    byDepth: isOrder ? [] : [...Array.from({ length: depth }, () => 0), 1],
    orders: isOrder ? 1 : 0,
  })

/** The counts with another verdict of one schedule. */
export const replaceVerdict = (
  counts: VerdictCounts,
  earlier: Verdict,
  later: Verdict,
): VerdictCounts => ({
  ...counts,
  verdicts: {
    ...counts.verdicts,
    [earlier]: (counts.verdicts[earlier] ?? 0) - 1,
    [later]: (counts.verdicts[later] ?? 0) + 1,
  },
})

export const noCounts: VerdictCounts = { verdicts: {}, amplified: 0, byDepth: [], orders: 0 }

/** The number of schedules, also those in an order of their own. */
export const runCount = ({ verdicts: counts }: VerdictCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

function addCounts(a: VerdictCounts, b: VerdictCounts): VerdictCounts {
  const counted = verdicts
    .map((verdict) => [verdict, (a.verdicts[verdict] ?? 0) + (b.verdicts[verdict] ?? 0)] as const)
    .filter(([, count]) => count > 0)
  const [shorter, longer] = [a.byDepth, b.byDepth].sort((x, y) => x.length - y.length) as [
    readonly number[],
    readonly number[],
  ]
  return {
    verdicts: Object.fromEntries(counted),
    amplified: a.amplified + b.amplified,
    byDepth: longer.map((count, i) => count + (shorter[i] ?? 0)),
    orders: a.orders + b.orders,
  }
}

/** The parts of all shards as those of one exploration. All have the same scenario and options. */
export function mergeParts([first, ...others]: readonly [
  ExplorationParts,
  ...ExplorationParts[],
]): ExplorationParts {
  return others.reduce(
    (merged, parts) => ({
      ...merged,
      counts: addCounts(merged.counts, parts.counts),
      cells: [...merged.cells, ...parts.cells],
      coverage: mergeCoverage(merged.coverage, parts.coverage),
      failures: mergeFailures(merged.failures, parts.failures),
      ...(merged.corpus && {
        corpus: [...new Set([...merged.corpus, ...(parts.corpus ?? [])])],
      }),
      notes: [...new Set([...merged.notes, ...parts.notes])],
      removedPatterns: [...new Set([...merged.removedPatterns, ...parts.removedPatterns])],
    }),
    first,
  )
}

/** The failures in the order of a run without shards. Equal failures become one. */
function mergeFailures(
  a: readonly FailureOfShard[],
  b: readonly FailureOfShard[],
): readonly FailureOfShard[] {
  const merged = new Map<string, FailureOfShard>()
  for (const each of [...a, ...b].sort((x, y) => x.index - y.index)) {
    const known = merged.get(each.key)
    const count = each.failure.count + (known?.failure.count ?? 0)
    const first = known ?? each
    merged.set(each.key, { ...first, failure: { ...first.failure, count } })
  }
  return [...merged.values()]
}

/**
 * The baseline run with its final verdict: it is inconclusive if no schedule was compared with it, and stale if it keeps
 * records that another run removed.
 */
export function judgedBaseline(
  { baseline, needsSchedules, absence, counts, coverage, kept, removedPatterns }: ExplorationParts,
  shard?: Shard,
): ExplorationFailure {
  if (baseline.verdict !== 'converged') return baseline
  const stale = judgeKept(kept, new Set(removedPatterns))
  if (stale) return withJudgement(baseline, stale)
  if (!needsSchedules || runCount(counts) > 0) return baseline
  const { cut } = coverage
  const cutReason = cut === undefined ? undefined : `${cutTexts[cut]} before the first schedule`
  // Note: one of several shards does not know whether the others left out all of their schedules.
  const isOpen = shard !== undefined && shard.count > 1
  const reason = absence ?? cutReason ?? (isOpen ? undefined : 'no schedule could be run')
  return reason === undefined ? baseline : { ...baseline, verdict: 'inconclusive', reason }
}
