/** Ordered trees whose copy costs O(1): what lets a snapshot share everything with the present. */
import * as module from 'sorted-btree'
import type SortedTree from 'sorted-btree'

// Note: the package is CommonJS, so its default export arrives one level deeper under Node.
const outer = module.default as unknown as { default?: typeof SortedTree }
const Tree = outer.default ?? module.default

export type Tree<K, V> = SortedTree<K, V>

export type Compare<K> = (a: K, b: K) => number

export function emptyTree<K, V>(compare: Compare<K>): Tree<K, V> {
  return new Tree<K, V>(undefined, compare)
}

/** A copy of the tree in which `change` was made; the tree itself stays as it was. */
export function changed<K, V>(tree: Tree<K, V>, change: (copy: Tree<K, V>) => void): Tree<K, V> {
  const copy = tree.clone()
  change(copy)
  return copy
}
