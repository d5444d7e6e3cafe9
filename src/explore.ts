/**
 * Explores a scenario: runs an integration under every legal schedule within a budget.
 *
 * @example
 * import { assertConverges, explore } from 'course-admin-emulator/explore'
 * import { merge } from 'course-admin-emulator/scenarios'
 *
 * assertConverges(await explore(merge, connect))
 *
 * @module
 */
import './adapters/testing/vitest-setup.ts'
export { explore } from './conformance/explore/explore.ts'
export { assertConverges, ConvergenceError } from './conformance/explore/assert-converges.ts'
export type { ExploreOptions, ExplorationProgress } from './conformance/explore/explore-options.ts'
export type { ExplorationFailure, PlacedDeviation } from './conformance/explore/failure.ts'
export { mergeExplorations } from './conformance/explore/merge-explorations.ts'
export type {
  Exploration,
  ExplorationJson,
  ExplorationShard,
  ScheduleCounts,
} from './conformance/explore/exploration.ts'
export type {
  ExplorationParts,
  FailureOfShard,
  ShardOptions,
  VerdictCounts,
} from './conformance/explore/exploration-parts.ts'
export type {
  Coverage,
  GeneratedCount,
  LevelCount,
  FollowingCount,
  OrderCount,
} from './conformance/explore/coverage.ts'
export type { Shard } from './conformance/explore/shard.ts'
export type { ReplayOptions } from './conformance/explore/report/replay-test.ts'
export type { Matrix, MatrixRow } from './conformance/explore/matrix.ts'
export type {
  ComparedNames,
  EndingDifference,
  PlacedDifference,
} from './conformance/oracles/difference.ts'
export type { Deviation } from './conformance/deviations/deviation.ts'
export type { DeviationKind } from './conformance/deviations/kinds.ts'
export type { ExpectContext } from './conformance/run/prepared-scenario.ts'
export type { Verdict } from './conformance/oracles/verdict.ts'
export type {
  ComparedDelivery,
  Connect,
  Connection,
  Integration,
} from './conformance/scenario/integration.ts'
export type { IntegrationStorage, StorageTransaction } from './conformance/scenario/storage.ts'
