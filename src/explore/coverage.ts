/** How much of the histories an exploration covered. */
import { formatThousands } from '../machine/number-text.ts'

/** The histories with one number of deviations. */
export interface LevelCount {
  readonly depth: number
  /** The number of histories that exist. */
  readonly total: number
  /** The number of histories that were run. */
  run: number
}

export interface Coverage {
  readonly levels: readonly LevelCount[]
  /** The number of histories whose deviation found no choice point. */
  readonly pruned: number
  /** Why the exploration ended before its budget was used; undefined if it did not. */
  readonly cut: 'canceled' | 'time' | undefined
}

/** The coverage as one sentence: `all 264 histories with one deviation, 3,120 of 31,000 with two`. */
export function coverageSentence({ levels, cut }: Coverage): string {
  const parts = levels.map(({ depth, total, run }, i) => {
    const deviations = `with ${countWord(depth)}${i === 0 ? ` deviation${depth === 1 ? '' : 's'}` : ''}`
    const histories = i === 0 ? ` ${total === 1 ? 'history' : 'histories'}` : ''
    const count =
      run === total
        ? `all ${formatThousands(total)}`
        : `${formatThousands(run)} of ${formatThousands(total)}`
    return `${count}${histories} ${deviations}`
  })
  const covered = parts.length === 0 ? 'only the plain run' : parts.join(', ')
  if (cut === undefined) return covered
  return `${covered}; ${cut === 'canceled' ? 'the exploration was canceled' : 'the time was over'}`
}

const words = ['no', 'one', 'two', 'three', 'four', 'five']

const countWord = (count: number): string => words[count] ?? String(count)
