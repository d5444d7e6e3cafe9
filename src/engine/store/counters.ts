/** Named counts as state. A count of zero is not stored, and a change costs the same for any number of names. */
import type { Cell, Cells } from './cells.ts'
import { treeCodec } from './codecs.ts'
import { isCount, isText } from '../errors/json-checks.ts'
import { compareScalars } from './keys.ts'
import { emptyTree, type Tree, changeTree } from './tree.ts'

const countsCodec = treeCodec<string, number>(compareScalars, {
  noun: 'counts',
  isKey: isText,
  isValue: (count) => isCount(count) && count !== 0,
})
const noCounts = emptyTree<string, number>(compareScalars)

export class Counters {
  readonly #counts: Cell<Tree<string, number>>

  constructor(cells: Cells, cellName: string) {
    this.#counts = cells.cell(cellName, noCounts, countsCodec)
  }

  /** Returns a count; 0 for an unknown name. */
  get(name: string): number {
    return this.#counts.value.get(name) ?? 0
  }

  adjust(name: string, by: number): void {
    const count = this.get(name) + by
    changeTree(this.#counts, (tree) => {
      if (count === 0) tree.delete(name)
      else tree.set(name, count)
    })
  }

  /** Sets all counts to 0. */
  clear(): void {
    this.#counts.value = noCounts
  }

  /** Returns the counts that are not 0, ordered by name. */
  list(): readonly (readonly [name: string, count: number])[] {
    return this.#counts.value.toArray()
  }
}
