/** Ordered trees that are copied in O(1). A snapshot shares its nodes with the current state. */
import * as module from 'sorted-btree'
import * as bulk from 'sorted-btree/extended/bulkLoad.js'
import type SortedTree from 'sorted-btree'

// Note: the package is CommonJS, so its default export is one level deeper in Node.
const outer = module.default as unknown as { default?: typeof SortedTree }
const Tree = outer.default ?? module.default

type BulkLoad = typeof bulk.bulkLoad
// Note: the same difference between Node and bundlers, which the package's types do not declare.
const nestedBulk = bulk as unknown as { default: { bulkLoad: BulkLoad } }
const bulkLoad = bulk.bulkLoad ?? nestedBulk.default.bulkLoad

/** The default node size of the package. */
const nodeSizeMax = 32

export type Tree<K, V> = SortedTree<K, V>

export type Compare<K> = (a: K, b: K) => number

export function emptyTree<K, V>(compare: Compare<K>): Tree<K, V> {
  return new Tree<K, V>(undefined, compare)
}

/** Creates a tree from pairs, which must be sorted and have unique keys. */
export function treeFromSorted<K, V>(
  pairs: readonly (readonly [K, V])[],
  compare: Compare<K>,
): Tree<K, V> {
  if (pairs.length === 0) return emptyTree(compare)
  const keys = pairs.map(([key]) => key)
  const values = pairs.map(([, value]) => value)
  return bulkLoad(keys, values, nodeSizeMax, compare) as Tree<K, V>
}

/** Replaces the tree of a cell by a copy with `change` applied; the earlier tree does not change. */
export function changeTree<K, V>(
  cell: { value: Tree<K, V> },
  change: (copy: Tree<K, V>) => void,
): void {
  const copy = cell.value.clone()
  change(copy)
  cell.value = copy
}
