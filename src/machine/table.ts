/**
 * One table: its rows in the order of ids, and the indexes that lead to them.
 *
 * An index is put together from the rows that are there when it has been asked for a few times; from then
 * on it is kept up. So a table that nobody filters, or only once, costs nothing but its rows.
 */
import { compareKeys, compareScalars, type Id, type Key } from './keys.ts'
import { filledTree, type Tree } from './tree.ts'

export type Row = { readonly id: Id } & Readonly<Record<string, unknown>>

/** Where a row stands in an index: once for each key. */
export interface IndexPlan {
  readonly name: string
  readonly keys: (row: Row) => readonly Key[]
}

export interface TablePlan {
  readonly name: string
  /** The names of the values that each row has. */
  readonly columns: readonly string[]
  readonly indexes: readonly IndexPlan[]
}

export interface WalkOptions {
  /** An index to walk instead of the ids. */
  index?: string
  /** Only entries whose key begins so. */
  prefix?: Key
  /** Begins behind this key (or in front of it, when reversed). */
  from?: Key
  reverse?: boolean
}

export interface Table {
  readonly plan: TablePlan
  readonly rows: Tree<Id, Row>
  /** The indexes that are worth having. */
  readonly indexes: Record<string, Tree<Key, Id>>
  /** How often each index was asked for before it was there. */
  readonly asked: Record<string, number>
  /** The highest whole number ever given out as an id here. */
  lastId: number
}

/** A table with these rows, which must come in the order of ids. */
export function createTable(plan: TablePlan, rows: readonly Row[] = []): Table {
  const last = rows.at(-1)?.id
  return {
    plan,
    rows: filledTree(
      rows.map((row) => [row.id, row]),
      compareScalars,
    ),
    indexes: {},
    asked: {},
    lastId: typeof last === 'number' ? last : rows.length,
  }
}

/** A copy that may be written to; the table itself stays as it is. */
export function copyOfTable({ plan, rows, indexes, asked, lastId }: Table): Table {
  const copies: Record<string, Tree<Key, Id>> = {}
  for (const name in indexes) copies[name] = (indexes[name] as Tree<Key, Id>).clone()
  return { plan, rows: rows.clone(), indexes: copies, asked: { ...asked }, lastId }
}

/** Keeps the indexes up after a row came, changed or went. */
export function reindex({ plan, indexes }: Table, before: Row | undefined, after: Row | undefined) {
  for (const { name, keys } of plan.indexes) {
    const tree = indexes[name]
    if (!tree) continue
    const old = before ? keys(before) : []
    const fresh = after ? keys(after) : []
    if (sameKeys(old, fresh)) continue
    if (before) for (const key of old) tree.delete([...key, before.id])
    if (after) for (const key of fresh) tree.set([...key, after.id], after.id)
  }
}

function sameKeys(a: readonly Key[], b: readonly Key[]): boolean {
  return a.length === b.length && a.every((key, i) => sameKey(key, b[i] as Key))
}

const sameKey = (a: Key, b: Key): boolean => compareKeys(a, b) === 0

/** The index by its name, put together now if it is not there yet. */
export function indexOf(table: Table, name: string): Tree<Key, Id> {
  const { rows, indexes } = table
  const known = indexes[name]
  if (known) return known
  const index = planOf(table, name)
  const entries: [Key, Id][] = []
  for (const row of rows.values()) {
    for (const key of index.keys(row)) entries.push([[...key, row.id], row.id])
  }
  entries.sort(([a], [b]) => compareKeys(a, b))
  const once = entries.filter(([key], i) => i === 0 || !sameKey(key, entries[i - 1]?.[0] as Key))
  return (indexes[name] = filledTree(once, compareKeys))
}

/** No id and no value sorts behind null, so it closes a range. */
const end = null

export function* walkTable(table: Table, options: WalkOptions): Iterable<Row> {
  const { index, prefix = [], from, reverse = false } = options
  if (index === undefined) return yield* walkIds(table, from?.[0] as Id, reverse)
  if (prefix.length > 0 && !from && isCheaperWithout(table, index)) {
    return yield* search(table, index, prefix, reverse)
  }
  const tree = indexOf(table, index)
  const start = from ?? (reverse ? (prefix.length > 0 ? [...prefix, end] : undefined) : prefix)
  const entries = reverse
    ? tree.entriesReversed(start, undefined, true)
    : tree.entries(start as Key)
  for (const [key, id] of entries) {
    if (from && !reverse && compareKeys(key, from) === 0) continue
    if (!hasPrefix(key, prefix)) return
    yield table.rows.get(id) as Row
  }
}

/** In a table of this size, a search costs less than the making of an index that is used once. */
const searchedRowsMax = 2_000
const searchesMax = 2

function isCheaperWithout({ rows, indexes, asked }: Table, index: string): boolean {
  if (indexes[index] || rows.size > searchedRowsMax) return false
  asked[index] = (asked[index] ?? 0) + 1
  return asked[index] <= searchesMax
}

/** The same rows in the same order as the index would lead to: under one key, by id. */
function* search(table: Table, name: string, prefix: Key, reverse: boolean): Iterable<Row> {
  const { keys } = planOf(table, name)
  for (const row of walkIds(table, undefined, reverse)) {
    if (keys(row).some((key) => hasPrefix(key, prefix))) yield row
  }
}

function planOf({ plan }: Table, name: string): IndexPlan {
  const index = plan.indexes.find((each) => each.name === name)
  if (!index) throw new Error(`there is no index "${name}"`)
  return index
}

function hasPrefix(key: Key, prefix: Key): boolean {
  for (let i = 0; i < prefix.length; i += 1) if (key[i] !== prefix[i]) return false
  return true
}

function* walkIds(table: Table, from: Id | undefined, reverse: boolean): Iterable<Row> {
  const entries = reverse
    ? table.rows.entriesReversed(from, undefined, true)
    : table.rows.entries(from)
  for (const [id, row] of entries) if (reverse || id !== from) yield row
}

/** The first row under a key of an index, without a walk. */
export function firstUnder(table: Table, index: string, key: Key): Row | undefined {
  const [found, id] = indexOf(table, index).getPairOrNextHigher(key) ?? []
  return found && hasPrefix(found, key) ? table.rows.get(id as Id) : undefined
}

/** Whether nothing stands under a key of an index; false where the index would have to be made. */
export function isBareUnder({ indexes }: Table, index: string, key: Key): boolean {
  const found = indexes[index]?.getPairOrNextHigher(key)
  return indexes[index] !== undefined && !(found && hasPrefix(found[0], key))
}
