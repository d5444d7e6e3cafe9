/** Merges the results of shards. */
import { EmulatorError } from '../../machine/errors.ts'
import type { Coverage } from '../coverage.ts'
import {
  Exploration,
  type ExplorationJson,
  explorationJsonFrom,
  type ExplorationShard,
} from '../exploration.ts'
import type { ExplorationFailure } from '../failure.ts'
import { verdicts } from '../judgement.ts'
import { cellsOf } from '../matrix.ts'

type ShardJson = ExplorationJson & { readonly shard: ExplorationShard }

/**
 * Merges the JSON results of all shards of one exploration. The result equals that of a run without shards.
 *
 * @throws EmulatorError if a shard is missing, or if the shards belong to different explorations
 * @example
 * const first = await explore(merge, connect, { shard: '1/2' })
 * const second = await explore(merge, connect, { shard: '2/2' })
 * const exploration = mergeExplorations([first.toJSON(), second.toJSON()])
 */
export function mergeExplorations(results: readonly ExplorationJson[]): Exploration {
  const shards = orderedShards(results)
  const [first] = shards as [ShardJson, ...ShardJson[]]
  const sum = (read: (json: ShardJson) => number): number =>
    shards.reduce((total, json) => total + read(json), 0)
  const counted = verdicts.flatMap((verdict) => {
    const count = sum((json) => json.verdicts[verdict] ?? 0)
    return count === 0 ? [] : [[verdict, count] as const]
  })
  const depths = Math.max(...shards.map(({ histories }) => histories.byDepth.length))
  const { scenario, seed } = first
  return new Exploration(
    explorationJsonFrom({
      scenario,
      seed,
      points: first.shard.points,
      results: {
        run: sum(({ histories }) => histories.run),
        byDepth: Array.from({ length: depths }, (_, i) =>
          sum(({ histories }) => histories.byDepth[i] ?? 0),
        ),
        orders: sum(({ histories }) => histories.orders),
        verdicts: Object.fromEntries(counted),
        amplified: sum(({ amplified }) => amplified),
        cells: new Map(shards.flatMap(({ matrix }) => cellsOf(matrix))),
      },
      coverage: mergedCoverage(shards.map(({ shard }) => shard.coverage)),
      failures: mergedFailures(shards),
    }),
  )
}

function orderedShards(results: readonly ExplorationJson[]): readonly ShardJson[] {
  const shards = results
    .filter((each): each is ShardJson => each.shard !== undefined)
    .sort((a, b) => a.shard.number - b.shard.number)
  const [first] = shards
  const isWhole = shards.length === results.length && shards.length === first?.shard.count
  const isSame = shards.every(
    ({ scenario, seed, shard }, i) =>
      shard.number === i + 1 && scenario === first?.scenario && seed === first.seed,
  )
  if (isWhole && isSame) return shards
  throw new EmulatorError('bad_shards', {
    action: 'merge explorations',
    reason: `the results are not the shards of one exploration`,
    advice: 'Give the JSON result of each shard, with the same scenario, seed and options.',
  })
}

function mergedCoverage(parts: readonly Coverage[]): Coverage {
  const [first, ...rest] = parts as [Coverage, ...Coverage[]]
  return rest.reduce((merged, { levels, orders, pruned, cut }): Coverage => {
    const before = merged.orders
    return {
      ...merged,
      levels: merged.levels.map((level, i) => ({
        ...level,
        run: level.run + (levels[i]?.run ?? 0),
      })),
      ...(before && orders && { orders: { ...before, run: before.run + orders.run } }),
      pruned: merged.pruned + pruned,
      ...(cut && { cut }),
    }
  }, first)
}

/** The failures in the order of a run without shards. Equal failures of several shards become one. */
function mergedFailures(shards: readonly ShardJson[]): ExplorationFailure[] {
  const groups = new Map<string, { index: number; failure: ExplorationFailure }>()
  for (const { shard, failures } of shards) {
    for (const [i, failure] of failures.entries()) {
      const { key = '', index = 0 } = shard.groups[i] ?? {}
      const found = groups.get(key)
      const count = failure.count + (found?.failure.count ?? 0)
      const kept = found && found.index < index ? found : { index, failure }
      groups.set(key, { index: kept.index, failure: { ...kept.failure, count } })
    }
  }
  return [...groups.values()]
    .sort((a, b) => a.index - b.index)
    .map(({ failure }) => failure)
    .sort((a, b) => a.deviations.length - b.deviations.length)
}
