/** How much of the histories an exploration covered. */
import { formatThousands } from '../../engine/define/number-text.ts'
import type { DeviationKind } from '../deviations/deviations.ts'

/** The histories with one number of deviations. */
export interface LevelCount {
  /** The number of deviations of its histories. */
  readonly depth: number
  /** The number of histories that exist. */
  readonly total: number
  /** The number of histories that were run. */
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
  /** The counts of histories by their number of deviations. */
  readonly levels: readonly LevelCount[]
  /** Absent if the orders do not fit the budget. */
  readonly orders?: OrderCount
  /** The number of histories that were left out: no choice point, no act under the alternative, or equal to others. */
  readonly pruned: number
  /** The kinds in the option `deviations` that have no choice point in the plain run; absent if there is none. */
  readonly absentKinds?: readonly DeviationKind[]
  /** Why the exploration ended before its budget was used; absent if it did not. */
  readonly cut?: 'canceled' | 'time'
}

/** The coverage as one sentence: `all 264 histories with one deviation, 3,120 of 31,000 with two`. */
export function coverageSentence({ levels, orders, cut, absentKinds = [] }: Coverage): string {
  const parts = levels.map(({ depth, total, run }, i) => {
    const deviations = `with ${countWord(depth)}${i === 0 ? ` deviation${depth === 1 ? '' : 's'}` : ''}`
    const histories = i === 0 ? ` ${total === 1 ? 'history' : 'histories'}` : ''
    return `${countText(run, total)}${histories} ${deviations}`
  })
  if (orders) parts.splice(1, 0, orderText(orders))
  const covered = parts.length === 0 ? 'only the plain run' : parts.join(', ')
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
