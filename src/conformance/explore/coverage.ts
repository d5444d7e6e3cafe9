/** How much of the schedules an exploration covered. */
import { formatThousands } from '../../engine/define/number-text.ts'
import type { DeviationKind } from '../deviations/kinds.ts'

/** The schedules with one number of deviations. */
export interface LevelCount {
  /** The number of deviations of its schedules. */
  readonly depth: number
  /** The number of schedules that exist. */
  readonly total: number
  /** The number of schedules that were run. */
  run: number
}

/** The orders of steps and deliveries. */
export interface OrderCount {
  /** The number of orders in which each delivery comes after its step. */
  readonly total: number
  /** The number of orders that were run. */
  run: number
  /** Whether the orders that were not run are equal to others. */
  isComplete: boolean
}

/** The schedules with a second deviation that the first one suggests. */
export interface FollowingCount {
  /** The number of schedules that exist. */
  readonly total: number
  /** The number of schedules that were run. */
  run: number
}

/** The generated scenarios. */
export interface GeneratedCount {
  /** The names of the acts that concern the integration, as short as possible. */
  readonly acts: readonly string[]
  /** The number of acts that concern the integration, for each record and field. */
  readonly actCount: number
  /** The number of sequences that were generated. */
  readonly total: number
  /** The number of sequences that were run. */
  readonly run: number
}

/** What an exploration covered. */
export interface Coverage {
  /** The counts of schedules by their number of deviations. */
  readonly levels: readonly LevelCount[]
  /** Absent if the orders do not fit the budget. */
  readonly orders?: OrderCount
  /** Absent with a `depth` of more than 1, which includes them, and if there is none. */
  readonly following?: FollowingCount
  /** The generated scenarios; absent if the exploration has a scenario. */
  readonly generated?: GeneratedCount
  /** The number of schedules that were left out: no choice point, no act under the alternative, or equal to others. */
  readonly pruned: number
  /** The kinds in the option `deviations` that have no choice point in the baseline run; absent if there is none. */
  readonly absentKinds?: readonly DeviationKind[]
  /** Why the exploration ended before its budget was used; absent if it did not. */
  readonly cut?: 'canceled' | 'time' | 'host'
}

/** Why an exploration ends early. */
export const cutTexts: Readonly<Record<NonNullable<Coverage['cut']>, string>> = {
  canceled: 'the exploration was canceled',
  time: 'the time was over',
  host: 'a run waits for a timer of the host, and others would wait as well',
}

/** The coverage as one sentence: `all 264 schedules with one deviation, 3,120 of 31,000 with two`. */
export function coverageSentence({
  levels,
  orders,
  following,
  generated,
  cut,
  absentKinds = [],
}: Coverage): string {
  const parts = levels.map(({ depth, total, run }, i) => {
    const deviations = `with ${countWord(depth)}${i === 0 ? ` deviation${depth === 1 ? '' : 's'}` : ''}`
    const schedules = i === 0 ? ` ${total === 1 ? 'schedule' : 'schedules'}` : ''
    return `${countText(run, total)}${schedules} ${deviations}`
  })
  if (orders) parts.splice(1, 0, orderText(orders))
  if (following)
    parts.push(
      `${countText(following.run, following.total)} with a second one that the first leads to`,
    )
  if (generated) parts.unshift(generatedText(generated))
  const covered = parts.length === 0 ? 'only the baseline run' : parts.join(', ')
  const notes = [
    ...(absentKinds.length > 0 ? [`no choice point for ${absentKinds.join(', ')}`] : []),
    ...(cut === undefined ? [] : [cutTexts[cut]]),
  ]
  return [covered, ...notes].join('; ')
}

function generatedText({ acts, actCount, run, total }: GeneratedCount): string {
  if (actCount === 0) return 'no act concerns this integration'
  const concern = `${formatThousands(actCount)} acts concern this integration (${acts.join(', ')})`
  return `${concern}; ${countText(run, total)} sequences of them`
}

function orderText({ run, total, isComplete }: OrderCount): string {
  if (isComplete && run < total)
    return `all ${formatThousands(total)} orders of deliveries by ${formatThousands(run)} runs`
  return `${countText(run, total)} orders of deliveries`
}

const countText = (run: number, total: number): string =>
  run === total
    ? `all ${formatThousands(total)}`
    : `${formatThousands(run)} of ${formatThousands(total)}`

const words = ['no', 'one', 'two', 'three', 'four', 'five']

const countWord = (count: number): string => words[count] ?? String(count)

/** The coverage of two shards. A shard that was canceled has no counts of the later levels. */
export function mergeCoverage(a: Coverage, b: Coverage): Coverage {
  const [shorter, longer] = [a.levels, b.levels].sort((x, y) => x.length - y.length) as [
    readonly LevelCount[],
    readonly LevelCount[],
  ]
  const orders = mergeOrders(a.orders, b.orders)
  const generated = sumOf(a.generated, b.generated)
  const following = sumOf(a.following, b.following)
  const cut = a.cut ?? b.cut
  return {
    ...a,
    levels: longer.map((level, i) => ({
      ...level,
      // Note: each shard generates sequences of its own.
      total: generated ? level.total + (shorter[i]?.total ?? 0) : level.total,
      run: level.run + (shorter[i]?.run ?? 0),
    })),
    ...(orders && { orders }),
    ...(following && { following }),
    ...(generated && { generated }),
    pruned: a.pruned + b.pruned,
    ...(cut && { cut }),
  }
}

/** The sum of two counts. */
const sumOf = <T extends FollowingCount>(a: T | undefined, b: T | undefined): T | undefined =>
  a && b ? { ...a, total: a.total + b.total, run: a.run + b.run } : (a ?? b)

const mergeOrders = (
  a: OrderCount | undefined,
  b: OrderCount | undefined,
): OrderCount | undefined =>
  a && b
    ? { total: a.total, run: a.run + b.run, isComplete: a.isComplete && b.isComplete }
    : (a ?? b) && { ...((a ?? b) as OrderCount), isComplete: false }
