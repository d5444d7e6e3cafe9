/**
 * One index of a table: its keys in order with their rows, and the rows that it does not contain yet.
 *
 * An insert only adds the row to a list. The next read adds the listed rows to the tree: a few one by
 * one, many in one merge. A lookup of a key that no listed row has reads the tree as it is. A row that
 * replaces one with the same keys is listed, too, so that an update costs nothing until a scan.
 */
import { compareKeys, hasPrefix, type Id, type Key, type Scalar } from './keys.ts'
import { treeFromSorted, type Tree } from './tree.ts'

type Entry<R> = [Key, R]

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
  #tree: Tree<Key, R>
  /** The inserted rows that the tree does not contain. */
  #pending: R[] = []
  /** The rows that replace those in the tree. Their keys are the same. */
  #replaced: Map<Id, R>
  /** The first parts of the keys of the first `#seenRows` pending rows; undefined after the commit. */
  #firstParts: Set<Scalar> | undefined = new Set<Scalar>()
  #seenRows = 0
  /** Whether `#firstParts` has the first parts of the keys in the tree, too. */
  #coversTree = false

  constructor(keysOf: KeysOf<R>, tree: Tree<Key, R>, replaced?: ReadonlyMap<Id, R>) {
    this.#keysOf = keysOf
    this.#tree = tree
    this.#replaced = new Map(replaced)
  }

  /** Builds the index of a list of rows. */
  static of<R extends IndexedRow>(keysOf: KeysOf<R>, rows: Iterable<R>): TableIndex<R> {
    const entries = uniqueEntries(entriesOf(keysOf, rows))
    return new TableIndex(keysOf, treeFromSorted(entries, compareKeys))
  }

  /** The keys of all rows, in order, with the rows. */
  get tree(): Tree<Key, R> {
    const tree = this.keys
    for (const row of this.#replaced.values()) this.#set(row)
    this.#replaced.clear()
    return tree
  }

  /** The keys of all rows, in order. A row that was replaced since may still be the earlier one. */
  get keys(): Tree<Key, R> {
    if (this.#pending.length > 0) this.#addPending()
    return this.#tree
  }

  /** Returns the id of the first row with a key that begins with a key. */
  find(key: Key): Id | undefined {
    const found = this.#keysFor(key)?.getPairOrNextHigher(key)
    return found && hasPrefix(found[0], key) ? found[1].id : undefined
  }

  /** Returns a tree with all entries that have the first part of a key; undefined if there are none. */
  #keysFor(key: Key): Tree<Key, R> | undefined {
    const firstParts = this.#firstParts
    if (!firstParts || key.length === 0) return this.keys
    for (; this.#seenRows < this.#pending.length; this.#seenRows += 1) {
      const keys = this.#keysOf(this.#pending[this.#seenRows] as R)
      for (const [part] of keys) firstParts.add(part as Scalar)
    }
    if (!this.#coversTree && this.#pending.length > this.#tree.size) {
      for (const [part] of this.#tree.keysArray()) firstParts.add(part as Scalar)
      this.#coversTree = true
    }
    if (firstParts.has(key[0] as Scalar)) return this.keys
    return this.#coversTree ? undefined : this.#tree
  }

  clone(): TableIndex<R> {
    return new TableIndex(this.#keysOf, this.keys.clone(), this.#replaced)
  }

  insert(row: R): void {
    this.#pending.push(row)
  }

  /** Updates the keys of a row that was replaced or removed. */
  change(before: R, after: R | undefined): void {
    const old = this.#keysOf(before)
    const fresh = after ? this.#keysOf(after) : []
    if (after && haveSameKeys(old, fresh)) {
      this.#replaced.set(after.id, after)
      if (this.#replaced.size > singleRowsMax) void this.tree
      return
    }
    const { tree } = this
    for (const key of old) tree.delete([...key, before.id])
    if (after) this.#set(after)
  }

  #set(row: R): void {
    for (const key of this.#keysOf(row)) this.#tree.set([...key, row.id], row)
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
      for (const [key, row] of entries) this.#tree.set(key, row)
      return
    }
    const merged = mergeEntries(this.#tree.toArray(), uniqueEntries(entries))
    this.#tree = treeFromSorted(merged, compareKeys)
  }
}

function entriesOf<R extends IndexedRow>(keysOf: KeysOf<R>, rows: Iterable<R>): Entry<R>[] {
  const entries: Entry<R>[] = []
  for (const row of rows) for (const key of keysOf(row)) entries.push([[...key, row.id], row])
  return entries
}

/** Sorts the entries and removes duplicates. */
function uniqueEntries<R>(entries: Entry<R>[]): Entry<R>[] {
  const isAfter = ([key]: Entry<R>, i: number): boolean =>
    i === 0 || compareKeys((entries[i - 1] as Entry<R>)[0], key) < 0
  if (entries.every(isAfter)) return entries
  entries.sort(([a], [b]) => compareKeys(a, b))
  return entries.filter(isAfter)
}

/** Merges two sorted lists without common keys. */
function mergeEntries<R>(a: readonly Entry<R>[], b: readonly Entry<R>[]): Entry<R>[] {
  const merged: Entry<R>[] = []
  let next = 0
  for (const entry of a) {
    while (next < b.length && compareKeys((b[next] as Entry<R>)[0], entry[0]) < 0)
      merged.push(b[next++] as Entry<R>)
    merged.push(entry)
  }
  while (next < b.length) merged.push(b[next++] as Entry<R>)
  return merged
}

const haveSameKeys = (a: readonly Key[], b: readonly Key[]): boolean =>
  a.length === b.length && a.every((key, i) => compareKeys(key, b[i] as Key) === 0)
