/** Merges the results of shards. */
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { isObject, quoteValue } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { Exploration, type ExplorationJson, explorationJsonFrom } from './exploration.ts'
import { type ExplorationParts, mergeParts } from './exploration-parts.ts'

type ShardJson = ExplorationJson & Required<Pick<ExplorationJson, 'shard'>>

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
  assertArgumentCount('mergeExplorations', 1, arguments)
  const parts = orderedShards(results).map(({ shard }) => shard.parts)
  return new Exploration(
    explorationJsonFrom(mergeParts(parts as [ExplorationParts, ...ExplorationParts[]])),
  )
}

/** Whether a value is the JSON form of a shard of an exploration. */
const isShardJson = (value: unknown): value is ShardJson =>
  isObject(value) && value['version'] === 1 && isObject(value['shard'])

function orderedShards(results: unknown): readonly ShardJson[] {
  if (!Array.isArray(results))
    throw badShards('the argument is not a list', 'Give one list with the JSON of each shard.')
  const given: readonly unknown[] = results
  const shards = given.filter(isShardJson).sort((a, b) => a.shard.number - b.shard.number)
  const [first] = shards
  if (!first || shards.length < given.length)
    throw notShard(given.find((each) => !isShardJson(each)))
  assertWhole(shards, first.shard.count)
  const isSame = shards.every(
    ({ scenario, seed }) => scenario === first.scenario && seed === first.seed,
  )
  if (!isSame) throw badShards('the results are not the shards of one exploration')
  for (const each of shards) assertSameOptions(first, each)
  return shards
}

function notShard(value: unknown): EmulatorError {
  if (typeof value === 'string')
    return badShards(
      `a result is the text ${quoteValue(value.slice(0, 40))}`,
      "Parse it: JSON.parse(readFileSync(file, 'utf8')).",
    )
  if (value instanceof Exploration)
    return badShards('a result is an exploration', 'Give its JSON: `exploration.toJSON()`.')
  return badShards(
    value === undefined ? 'the list is empty' : 'a result is of no shard',
    'Explore each with the option shard, such as "1/4", and give its JSON.',
  )
}

/** @throws EmulatorError with the first shard that is missing, given twice, or of another number of shards */
function assertWhole(shards: readonly ShardJson[], count: number): void {
  const nameOf = ({ shard }: ShardJson): string => `${shard.number}/${shard.count}`
  const other = shards.find(({ shard }) => shard.count !== count)
  if (other) throw badShards(`the shard ${nameOf(other)} is of another division than the others`)
  const names = shards.map(nameOf)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw badShards(`the shard ${twice} is given twice`)
  const all = Array.from({ length: count }, (_, i) => `${i + 1}/${count}`)
  const missing = all.filter((name) => !names.includes(name))
  if (missing.length > 0)
    throw badShards(`the result of the shard ${missing.join(', ')} is missing`)
}

/** @throws EmulatorError with the name of the first option that differs */
function assertSameOptions(first: ShardJson, other: ShardJson): void {
  const [expected, actual] = [comparedOptionsOf(first), comparedOptionsOf(other)]
  const [one, two] = [first.shard, other.shard]
  for (const name of Object.keys({ ...expected, ...actual }) as (keyof typeof expected)[]) {
    if (JSON.stringify(expected[name]) === JSON.stringify(actual[name])) continue
    throw badShards(
      `the option "${name}" is ${quoteValue(expected[name])} in the shard ${one.number}/${one.count}, and ` +
        `${quoteValue(actual[name])} in the shard ${two.number}/${two.count}`,
    )
  }
}

/** The options that all shards share, by name. `expect`, a function, is true if the exploration has one. */
function comparedOptionsOf({ shard, replayOptions }: ShardJson) {
  const { events, hasExpect } = replayOptions ?? {}
  return { ...shard.parts.options, events, expect: hasExpect }
}

const badShards = (
  reason: string,
  advice = 'Give the JSON result of each shard, with the same scenario, seed and options.',
): EmulatorError =>
  new EmulatorError('bad_shards', { action: 'merge explorations', reason, advice })
