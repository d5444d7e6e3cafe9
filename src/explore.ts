/**
 * Explores a scenario: runs an integration under every legal history within a budget.
 *
 * @example
 * import { assertConverges, explore } from 'course-admin-emulator/explore'
 * import { merge } from 'course-admin-emulator/scenarios'
 *
 * assertConverges(await explore(merge, connect))
 *
 * @module
 */
export { explore } from './explore/explore.ts'
export { assertConverges, ConvergenceError } from './explore/assert-converges.ts'
export type { ExploreOptions, ExplorationProgress } from './explore/explore-options.ts'
export type { ExplorationFailure } from './explore/failure.ts'
export { mergeExplorations } from './explore/shards/merge-explorations.ts'
export type {
  Exploration,
  ExplorationJson,
  ExplorationShard,
  ShardOptions,
  HistoryCounts,
} from './explore/exploration.ts'
export type { Coverage, LevelCount, OrderCount } from './explore/coverage.ts'
export type { Shard } from './explore/shards/shard.ts'
export type { ReplayOptions } from './explore/report/replay-test.ts'
export type { Matrix, MatrixRow } from './explore/matrix.ts'
export type { EndingDifference } from './explore/difference.ts'
export type { Deviation } from './explore/history.ts'
export type { DeviationKind } from './explore/deviations.ts'
export type { EndingContext } from './explore/prepared-scenario.ts'
export type { Verdict } from './explore/judgement.ts'
export type { ComparedDelivery, Connect, Connection, Integration } from './scenarios/integration.ts'
export type { IntegrationStorage } from './scenarios/storage.ts'
