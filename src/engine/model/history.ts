/**
 * The history of the state of an emulator. `reset` and `restore` begin a new one, and a fork has its own. Two records
 * with the same id can have different histories.
 */
import type { Id } from '../store/keys.ts'

/** Whether a state has a row. */
type HasRow = (table: string, id: Id) => boolean

/** Where a history begins: in the history `parent`, with the rows that the state had. */
interface HistoryStart {
  readonly parent: History
  readonly hasRow: HasRow
}

export interface History {
  /** The same object for an emulator and its forks. */
  readonly lineage: object
  /** Undefined for the first history. */
  readonly start: HistoryStart | undefined
  /** The number of histories before it. */
  readonly depth: number
}

/** A history keeps the states of so many histories before it. A record of an older one is accepted. */
const depthMax = 20

export const firstHistory = (lineage: object): History => ({ lineage, start: undefined, depth: 0 })

/** The history that begins in another one. */
export function historyAfter(parent: History, hasRow: HasRow): History {
  const { lineage } = parent
  if (parent.depth >= depthMax) return firstHistory(lineage)
  return { lineage, start: { parent, hasRow }, depth: parent.depth + 1 }
}

/**
 * Whether a record that was returned in the history `other` is the same record in `history`: it existed when the two
 * parted. Also true if they have no common history.
 */
export function isInHistory(history: History, other: History, table: string, id: Id): boolean {
  const starts: HistoryStart[] = []
  let [a, b] = [history, other]
  while (a !== b) {
    const [deeper, isFirst] = a.depth >= b.depth ? [a, true] : [b, false]
    if (deeper.start === undefined) return true
    starts.push(deeper.start)
    if (isFirst) a = deeper.start.parent
    else b = deeper.start.parent
  }
  return starts.every(({ hasRow }) => hasRow(table, id))
}
