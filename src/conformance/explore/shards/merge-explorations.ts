/** Merges the results of shards. */
import { isObject, quoteValue } from '../../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../../engine/errors/errors.ts'
import type { Coverage, LevelCount, OrderCount } from '../coverage.ts'
import {
  Exploration,
  type ExplorationJson,
  explorationJsonFrom,
  type ExplorationShard,
  type ShardOptions,
} from '../exploration.ts'
import type { ExplorationFailure } from '../failure.ts'
import { verdicts } from '../judgement.ts'
import { isCutReason, noHistoryReasonOf } from '../unreached-judgement.ts'
import { cellsOf } from '../matrix.ts'
import { isOwnHistory } from './shard.ts'
import { defined } from '../../../engine/errors/defined.ts'

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
  const shards = withJudgedPlainRun(withOnePlainRun(orderedShards(results)))
  const [first] = shards as [ShardJson, ...ShardJson[]]
  const sum = (read: (json: ShardJson) => number): number =>
    shards.reduce((total, json) => total + read(json), 0)
  const counted = verdicts.flatMap((verdict) => {
    const count = sum((json) => json.verdicts[verdict] ?? 0)
    return count === 0 ? [] : [[verdict, count] as const]
  })
  const depths = Math.max(...shards.map(({ histories }) => histories.byDepth.length))
  const { scenario, seed } = first
  const coverage = mergedCoverage(shards.map(({ shard }) => shard.coverage))
  const { points } = first.shard
  const groups = mergedGroups(shards)
  return new Exploration(
    explorationJsonFrom({
      scenario,
      seed,
      points,
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
      coverage,
      failures: groups.map(({ failure }) => failure),
      notes: [...new Set(shards.flatMap(({ notes }) => notes))],
      replayOptions: first.replayOptions,
    }),
  )
}

/**
 * Accepts the plain run of shards that ended before their first history, if another shard ran a history: then the
 * plain run was compared. Only the first shard counts it.
 */
function withComparedPlainRun(shards: readonly ShardJson[]): readonly ShardJson[] {
  const isCut = ({ deviations, reason }: ExplorationFailure): boolean =>
    deviations.length === 0 && isCutReason(reason)
  if (runsOnlyPlain(shards)) return shards
  return shards.map((json) => {
    const { failures, shard, verdicts: counts } = json
    if (!failures.some(isCut)) return json
    if (!isOwnHistory(shard, 0)) return withoutPlainRun(json)
    const groups = shard.groups.filter((_, i) => !isCut(failures[i] as ExplorationFailure))
    // Note: such a shard judged only the plain run.
    const { 'could not tell': same = 1, ...others } = counts
    return {
      ...json,
      verdicts: { same, ...others },
      failures: failures.filter((each) => !isCut(each)),
      shard: { ...shard, groups },
    }
  })
}

/** Whether no shard ran a history other than the plain run. */
const runsOnlyPlain = (shards: readonly ShardJson[]): boolean =>
  shards.every(({ histories: { run, byDepth } }) => run === (byDepth[0] ?? 0))

/** The failure of the plain run, while only the remaining shards can still run a history. */
function noHistoryFailureOf(
  shards: readonly ShardJson[],
): Pick<ExplorationShard, 'noHistoryFailure'> {
  const { noHistoryFailure } = shards[0]?.shard ?? {}
  return noHistoryFailure && runsOnlyPlain(shards) ? { noHistoryFailure } : {}
}

/** Judges the plain run by all shards: it fails if each of them left out all of its histories. */
function withJudgedPlainRun(parts: readonly ShardJson[]): readonly ShardJson[] {
  const [first, ...others] = withComparedPlainRun(parts) as [ShardJson, ...ShardJson[]]
  const { noHistoryFailure } = noHistoryFailureOf([first, ...others])
  if (!noHistoryFailure) return [first, ...others]
  const { cut } = mergedCoverage(parts.map(({ shard }) => shard.coverage))
  const failure = { ...noHistoryFailure, ...(cut && { reason: noHistoryReasonOf(cut) }) }
  const { verdict } = failure
  const shard = { ...first.shard, groups: [{ key: verdict, index: 0 }] }
  return [{ ...first, verdicts: { [verdict]: 1 }, failures: [failure], shard }, ...others]
}

/** Keeps a plain run that ended the exploration only in the first shard that reports it. */
function withOnePlainRun(shards: readonly ShardJson[]): readonly ShardJson[] {
  const isPlainRun = ({ histories }: ShardJson): boolean => histories.byDepth[0] === 1
  const first = shards.find(isPlainRun)
  return shards.map((each) => (each !== first && isPlainRun(each) ? withoutPlainRun(each) : each))
}

/** A shard that judged only the plain run, without it. */
const withoutPlainRun = (json: ShardJson): ShardJson => ({
  ...json,
  histories: { ...json.histories, run: 0, byDepth: [] },
  verdicts: {},
  amplified: 0,
  failures: [],
  shard: { ...json.shard, groups: [] },
})

/** Whether a value is the JSON form of an exploration. */
const isExplorationJson = (value: unknown): value is ExplorationJson =>
  isObject(value) && value['version'] === 1 && isObject(value['histories'])

function orderedShards(results: unknown): readonly ShardJson[] {
  const given: readonly unknown[] = Array.isArray(results) ? results : []
  const shards = given
    .filter(isExplorationJson)
    .filter((each): each is ShardJson => each.shard !== undefined)
    .sort((a, b) => a.shard.number - b.shard.number)
  const [first] = shards
  const isWhole = shards.length === given.length && shards.length === first?.shard.count
  const isSame = shards.every(
    ({ scenario, seed, shard }, i) =>
      shard.number === i + 1 && scenario === first?.scenario && seed === first.seed,
  )
  if (!isWhole || !isSame) throw badShards('the results are not the shards of one exploration')
  for (const each of shards) assertSameOptions(first as ShardJson, each)
  return shards
}

/** @throws EmulatorError with the name of the first option that differs */
function assertSameOptions(first: ShardJson, other: ShardJson): void {
  const [expected, actual] = [comparedOptionsOf(first), comparedOptionsOf(other)]
  const [one, two] = [first.shard, other.shard]
  for (const name of Object.keys(expected) as (keyof typeof expected)[]) {
    if (JSON.stringify(expected[name]) === JSON.stringify(actual[name])) continue
    throw badShards(
      `the option "${name}" is ${quoteValue(expected[name])} in the shard ${one.number}/${one.count}, and ` +
        `${quoteValue(actual[name])} in the shard ${two.number}/${two.count}`,
    )
  }
}

/** The options that all shards share, by name. `ending`, a function, is true if the exploration has one. */
function comparedOptionsOf({ shard, replayOptions }: ShardJson) {
  // Note: the JSON may come from an earlier version, which did not store the options.
  const { deviations, depth, runs, accept, prune }: Partial<ShardOptions> = shard.options ?? {}
  const { events, hasEnding: ending } = replayOptions ?? {}
  return { deviations, depth, runs, accept, prune, events, ending }
}

const badShards = (reason: string): EmulatorError =>
  new EmulatorError('bad_shards', {
    action: 'merge explorations',
    reason,
    advice: 'Give the JSON result of each shard, with the same scenario, seed and options.',
  })

function mergedCoverage(parts: readonly Coverage[]): Coverage {
  const [first, ...rest] = parts as [Coverage, ...Coverage[]]
  return rest.reduce((merged, { levels, orders, pruned, cut }): Coverage => {
    const all = mergedOrders(merged.orders, orders)
    return {
      ...merged,
      levels: mergedLevels(merged.levels, levels),
      ...defined({ orders: all }),
      pruned: merged.pruned + pruned,
      ...(cut && { cut }),
    }
  }, first)
}

/** Adds the counts of two shards. A shard that was canceled has no counts of the later levels. */
function mergedLevels(a: readonly LevelCount[], b: readonly LevelCount[]): LevelCount[] {
  const longer = a.length < b.length ? b : a
  return longer.map((level, i) => ({ ...level, run: (a[i]?.run ?? 0) + (b[i]?.run ?? 0) }))
}

const mergedOrders = (
  a: OrderCount | undefined,
  b: OrderCount | undefined,
): OrderCount | undefined =>
  a && b
    ? { total: a.total, run: a.run + b.run, isComplete: a.isComplete && b.isComplete }
    : (a ?? b) && { ...((a ?? b) as OrderCount), isComplete: false }

/** Equal failures of several shards, with the index of the first one. */
interface MergedGroup {
  readonly key: string
  readonly index: number
  readonly failure: ExplorationFailure
}

/** The failures in the order of a run without shards. Equal failures of several shards become one. */
function mergedGroups(shards: readonly ShardJson[]): MergedGroup[] {
  const groups = new Map<string, MergedGroup>()
  for (const { shard, failures } of shards) {
    for (const [i, failure] of failures.entries()) {
      const { key = '', index = 0 } = shard.groups[i] ?? {}
      const found = groups.get(key)
      const count = failure.count + (found?.failure.count ?? 0)
      const kept = found && found.index < index ? found : { index, failure }
      groups.set(key, { key, index: kept.index, failure: { ...kept.failure, count } })
    }
  }
  return [...groups.values()]
    .sort((a, b) => a.index - b.index)
    .sort((a, b) => a.failure.deviations.length - b.failure.deviations.length)
}
