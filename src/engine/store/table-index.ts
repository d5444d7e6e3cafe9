/**
 * One index of a table: its keys in order, and the inserted rows that it does not contain yet.
 *
 * An insert only adds the row to a list. The next read adds the listed rows to the tree: a few one by
 * one, many in one merge. A lookup of a key that no listed row has reads the tree as it is.
 */
import { compareKeys, hasPrefix, type Id, type Key, type Scalar } from './keys.ts'
import { treeFromSorted, type Tree } from './tree.ts'

type Entry = [Key, Id]

interface IndexedRow {
  readonly id: Id
}

type KeysOf<R> = (row: R) => readonly Key[]

/** Up to this number, rows are added to the tree one by one. */
const singleRowsMax = 32
/** More rows than this share of the tree are added in one merge. */
const mergeShare = 1 / 8

export class TableIndex<R extends IndexedRow> {
  readonly #keysOf: KeysOf<R>
  #tree: Tree<Key, Id>
  /** The inserted rows that the tree does not contain. */
  #pending: R[] = []
  /** The first parts of the keys of the first `#seenRows` pending rows; undefined after the commit. */
  #firstParts: Set<Scalar> | undefined = new Set<Scalar>()
  #seenRows = 0
  /** Whether `#firstParts` has the first parts of the keys in the tree, too. */
  #coversTree = false

  constructor(keysOf: KeysOf<R>, tree: Tree<Key, Id>) {
    this.#keysOf = keysOf
    this.#tree = tree
  }

  /** Builds the index of a list of rows. */
  static of<R extends IndexedRow>(keysOf: KeysOf<R>, rows: Iterable<R>): TableIndex<R> {
    const entries = uniqueEntries(entriesOf(keysOf, rows))
    return new TableIndex(keysOf, treeFromSorted(entries, compareKeys))
  }

  /** The keys of all rows, in order. */
  get tree(): Tree<Key, Id> {
    if (this.#pending.length > 0) this.#addPending()
    return this.#tree
  }

  /** Returns the first entry whose key begins with a key. */
  find(key: Key): [Key, Id] | undefined {
    const found = this.#treeFor(key)?.getPairOrNextHigher(key)
    return found && hasPrefix(found[0], key) ? found : undefined
  }

  /** Returns a tree with all entries that have the first part of a key; undefined if there are none. */
  #treeFor(key: Key): Tree<Key, Id> | undefined {
    const firstParts = this.#firstParts
    if (!firstParts || key.length === 0) return this.tree
    for (; this.#seenRows < this.#pending.length; this.#seenRows += 1) {
      const keys = this.#keysOf(this.#pending[this.#seenRows] as R)
      for (const [part] of keys) firstParts.add(part as Scalar)
    }
    if (!this.#coversTree && this.#pending.length > this.#tree.size) {
      for (const [part] of this.#tree.keysArray()) firstParts.add(part as Scalar)
      this.#coversTree = true
    }
    if (firstParts.has(key[0] as Scalar)) return this.tree
    return this.#coversTree ? undefined : this.#tree
  }

  clone(): TableIndex<R> {
    return new TableIndex(this.#keysOf, this.tree.clone())
  }

  insert(row: R): void {
    this.#pending.push(row)
  }

  /** Updates the keys of a row that was replaced or removed. */
  change(before: R, after: R | undefined): void {
    const old = this.#keysOf(before)
    const fresh = after ? this.#keysOf(after) : []
    if (haveSameKeys(old, fresh)) return
    const { tree } = this
    for (const key of old) tree.delete([...key, before.id])
    if (after) for (const key of fresh) tree.set([...key, after.id], after.id)
  }

  /** Releases the memory that only a transaction needs; the next lookup adds the pending rows. */
  compact(): void {
    this.#firstParts = undefined
  }

  #addPending(): void {
    const entries = entriesOf(this.#keysOf, this.#pending)
    this.#pending = []
    this.#seenRows = 0
    this.#coversTree = false
    this.#firstParts &&= new Set()
    if (entries.length <= Math.max(singleRowsMax, this.#tree.size * mergeShare)) {
      for (const [key, id] of entries) this.#tree.set(key, id)
      return
    }
    const merged = mergeEntries(this.#tree.toArray(), uniqueEntries(entries))
    this.#tree = treeFromSorted(merged, compareKeys)
  }
}

function entriesOf<R extends IndexedRow>(keysOf: KeysOf<R>, rows: Iterable<R>): Entry[] {
  const entries: Entry[] = []
  for (const row of rows) for (const key of keysOf(row)) entries.push([[...key, row.id], row.id])
  return entries
}

/** Sorts the entries and removes duplicates. */
function uniqueEntries(entries: Entry[]): Entry[] {
  const isAfter = ([key]: Entry, i: number): boolean =>
    i === 0 || compareKeys((entries[i - 1] as Entry)[0], key) < 0
  if (entries.every(isAfter)) return entries
  entries.sort(([a], [b]) => compareKeys(a, b))
  return entries.filter(isAfter)
}

/** Merges two sorted lists without common keys. */
function mergeEntries(a: readonly Entry[], b: readonly Entry[]): Entry[] {
  const merged: Entry[] = []
  let next = 0
  for (const entry of a) {
    while (next < b.length && compareKeys((b[next] as Entry)[0], entry[0]) < 0)
      merged.push(b[next++] as Entry)
    merged.push(entry)
  }
  while (next < b.length) merged.push(b[next++] as Entry)
  return merged
}

const haveSameKeys = (a: readonly Key[], b: readonly Key[]): boolean =>
  a.length === b.length && a.every((key, i) => compareKeys(key, b[i] as Key) === 0)
