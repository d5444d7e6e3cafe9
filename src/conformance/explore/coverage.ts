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

/** What an exploration covered. */
export interface Coverage {
  /** The counts of schedules by their number of deviations. */
  readonly levels: readonly LevelCount[]
  /** Absent if the orders do not fit the budget. */
  readonly orders?: OrderCount
  /** The number of schedules that were left out: no choice point, no act under the alternative, or equal to others. */
  readonly pruned: number
  /** The kinds in the option `deviations` that have no choice point in the baseline run; absent if there is none. */
  readonly absentKinds?: readonly DeviationKind[]
  /** Why the exploration ended before its budget was used; absent if it did not. */
  readonly cut?: 'canceled' | 'time'
}

/** The coverage as one sentence: `all 264 schedules with one deviation, 3,120 of 31,000 with two`. */
export function coverageSentence({ levels, orders, cut, absentKinds = [] }: Coverage): string {
  const parts = levels.map(({ depth, total, run }, i) => {
    const deviations = `with ${countWord(depth)}${i === 0 ? ` deviation${depth === 1 ? '' : 's'}` : ''}`
    const schedules = i === 0 ? ` ${total === 1 ? 'schedule' : 'schedules'}` : ''
    return `${countText(run, total)}${schedules} ${deviations}`
  })
  if (orders) parts.splice(1, 0, orderText(orders))
  const covered = parts.length === 0 ? 'only the baseline run' : parts.join(', ')
  const notes = [
    ...(absentKinds.length > 0 ? [`no choice point for ${absentKinds.join(', ')}`] : []),
    ...(cut === undefined
      ? []
      : [cut === 'canceled' ? 'the exploration was canceled' : 'the time was over']),
  ]
  return [covered, ...notes].join('; ')
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
  const cut = a.cut ?? b.cut
  return {
    ...a,
    levels: longer.map((level, i) => ({ ...level, run: level.run + (shorter[i]?.run ?? 0) })),
    ...(orders && { orders }),
    pruned: a.pruned + b.pruned,
    ...(cut && { cut }),
  }
}

const mergeOrders = (
  a: OrderCount | undefined,
  b: OrderCount | undefined,
): OrderCount | undefined =>
  a && b
    ? { total: a.total, run: a.run + b.run, isComplete: a.isComplete && b.isComplete }
    : (a ?? b) && { ...((a ?? b) as OrderCount), isComplete: false }
