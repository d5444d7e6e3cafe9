/** Ordered trees whose copy costs O(1): what lets a snapshot share everything with the present. */
import * as module from 'sorted-btree'
import * as bulk from 'sorted-btree/extended/bulkLoad.js'
import type SortedTree from 'sorted-btree'

// Note: the package is CommonJS, so its default export arrives one level deeper under Node.
const outer = module.default as unknown as { default?: typeof SortedTree }
const Tree = outer.default ?? module.default

type Load = typeof bulk.bulkLoad
const bulkLoad =
  bulk.bulkLoad ?? (bulk as unknown as { default: { bulkLoad: Load } }).default.bulkLoad

/** As the package has it. */
const nodeSizeMax = 32

export type Tree<K, V> = SortedTree<K, V>

export type Compare<K> = (a: K, b: K) => number

export function emptyTree<K, V>(compare: Compare<K>): Tree<K, V> {
  return new Tree<K, V>(undefined, compare)
}

/** A tree with these pairs, which must come in order and hold no key twice. */
export function treeFromSorted<K, V>(
  pairs: readonly (readonly [K, V])[],
  compare: Compare<K>,
): Tree<K, V> {
  if (pairs.length === 0) return emptyTree(compare)
  const keys = pairs.map(([key]) => key)
  const values = pairs.map(([, value]) => value)
  return bulkLoad(keys, values, nodeSizeMax, compare) as Tree<K, V>
}

/** A copy of the tree in which `change` was made; the tree itself stays as it was. */
export function withChange<K, V>(tree: Tree<K, V>, change: (copy: Tree<K, V>) => void): Tree<K, V> {
  const copy = tree.clone()
  change(copy)
  return copy
}
