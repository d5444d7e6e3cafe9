/** Named counts as state. A count of zero is not stored, and a change costs the same for any number of names. */
import type { Cells } from './cells.ts'
import { treeCodec } from './codecs.ts'
import { isCount, isText } from '../errors/json-checks.ts'
import { compareScalars } from './keys.ts'
import { emptyTree, type Tree, withChange } from './tree.ts'

export interface Counters {
  /** Returns a count; 0 for an unknown name. */
  get(name: string): number
  adjust(name: string, by: number): void
  /** Sets all counts to 0. */
  clear(): void
  /** Returns the counts that are not 0, ordered by name. */
  list(): readonly (readonly [name: string, count: number])[]
}

const countsCodec = treeCodec<string, number>(compareScalars, {
  noun: 'counts',
  isKey: isText,
  isValue: (count) => isCount(count) && count !== 0,
})
const noCounts = emptyTree<string, number>(compareScalars)

export function createCounters(cells: Cells, cellName: string): Counters {
  const counts = cells.cell<Tree<string, number>>(cellName, noCounts, countsCodec)
  const get = (name: string): number => counts.value.get(name) ?? 0
  return {
    get,
    adjust(name, by) {
      const count = get(name) + by
      counts.value = withChange(counts.value, (tree) => {
        if (count === 0) tree.delete(name)
        else tree.set(name, count)
      })
    },
    clear: () => void (counts.value = noCounts),
    list: () => counts.value.toArray(),
  }
}
