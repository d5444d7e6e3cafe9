/**
 * One table: its rows in the order of ids, and the indexes that lead to them.
 *
 * An index is put together from the rows that are there when it has been asked for a few times; from then
 * on it is kept up. So a table that nobody filters, or only once, costs nothing but its rows.
 */
import { compareKeys, compareScalars, type Id, type Key } from './keys.ts'
import { treeFromSorted, type Tree } from './tree.ts'

export type Row = { readonly id: Id } & Readonly<Record<string, unknown>>

/** Where a row stands in an index: once for each key. */
export interface IndexSchema {
  readonly name: string
  readonly keys: (row: Row) => readonly Key[]
}

export interface TableSchema {
  readonly name: string
  /** The names of the values that each row has. */
  readonly columns: readonly string[]
  readonly indexes: readonly IndexSchema[]
}

export interface TableScanOptions {
  /** An index to walk instead of the ids. */
  index?: string
  /** Only entries whose key begins so. */
  prefix?: Key
  /** Begins behind this key (or in front of it, when reversed). */
  from?: Key
  reverse?: boolean
}

export interface Table {
  readonly schema: TableSchema
  readonly rows: Tree<Id, Row>
  /** The indexes that are worth having. */
  readonly indexes: Record<string, Tree<Key, Id>>
  /** How often each index was asked for before it was there. */
  readonly indexRequests: Record<string, number>
  /** The highest whole number ever given out as an id here. */
  lastId: number
}

/** A table with these rows, which must come in the order of ids. */
export function createTable(schema: TableSchema, rows: readonly Row[] = []): Table {
  const last = rows.at(-1)?.id
  return {
    schema,
    rows: treeFromSorted(
      rows.map((row) => [row.id, row]),
      compareScalars,
    ),
    indexes: {},
    indexRequests: {},
    lastId: typeof last === 'number' ? last : rows.length,
  }
}

/** A copy that may be written to; the table itself stays as it is. */
export function cloneTable({ schema, rows, indexes, indexRequests, lastId }: Table): Table {
  const copies: Record<string, Tree<Key, Id>> = {}
  for (const name in indexes) copies[name] = (indexes[name] as Tree<Key, Id>).clone()
  return {
    schema,
    rows: rows.clone(),
    indexes: copies,
    indexRequests: { ...indexRequests },
    lastId,
  }
}

/** Keeps the indexes up after a row came, changed or went. */
export function updateIndexes(
  { schema, indexes }: Table,
  before: Row | undefined,
  after: Row | undefined,
) {
  for (const { name, keys } of schema.indexes) {
    const tree = indexes[name]
    if (!tree) continue
    const old = before ? keys(before) : []
    const fresh = after ? keys(after) : []
    if (haveSameKeys(old, fresh)) continue
    if (before) for (const key of old) tree.delete([...key, before.id])
    if (after) for (const key of fresh) tree.set([...key, after.id], after.id)
  }
}

function haveSameKeys(a: readonly Key[], b: readonly Key[]): boolean {
  return a.length === b.length && a.every((key, i) => isSameKey(key, b[i] as Key))
}

const isSameKey = (a: Key, b: Key): boolean => compareKeys(a, b) === 0

/** The index by its name, put together now if it is not there yet. */
export function getIndex(table: Table, name: string): Tree<Key, Id> {
  const { rows, indexes } = table
  const known = indexes[name]
  if (known) return known
  const index = indexSchemaOf(table, name)
  const entries: [Key, Id][] = []
  for (const row of rows.values()) {
    for (const key of index.keys(row)) entries.push([[...key, row.id], row.id])
  }
  entries.sort(([a], [b]) => compareKeys(a, b))
  const once = entries.filter(([key], i) => i === 0 || !isSameKey(key, entries[i - 1]?.[0] as Key))
  return (indexes[name] = treeFromSorted(once, compareKeys))
}

/** No id and no value sorts behind null, so it closes a range. */
const rangeEnd = null

export function* scanTable(table: Table, options: TableScanOptions): Iterable<Row> {
  const { index, prefix = [], from, reverse = false } = options
  if (index === undefined) return yield* scanIds(table, from?.[0] as Id, reverse)
  if (prefix.length > 0 && !from && isFullScanCheaper(table, index)) {
    return yield* scanWithoutIndex(table, index, prefix, reverse)
  }
  const tree = getIndex(table, index)
  const start = from ?? (reverse ? (prefix.length > 0 ? [...prefix, rangeEnd] : undefined) : prefix)
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
const unindexedRowsMax = 2_000
const unindexedScansMax = 2

function isFullScanCheaper({ rows, indexes, indexRequests }: Table, index: string): boolean {
  if (indexes[index] || rows.size > unindexedRowsMax) return false
  indexRequests[index] = (indexRequests[index] ?? 0) + 1
  return indexRequests[index] <= unindexedScansMax
}

/** The same rows in the same order as the index would lead to: under one key, by id. */
function* scanWithoutIndex(
  table: Table,
  name: string,
  prefix: Key,
  reverse: boolean,
): Iterable<Row> {
  const { keys } = indexSchemaOf(table, name)
  for (const row of scanIds(table, undefined, reverse)) {
    if (keys(row).some((key) => hasPrefix(key, prefix))) yield row
  }
}

function indexSchemaOf({ schema }: Table, name: string): IndexSchema {
  const index = schema.indexes.find((each) => each.name === name)
  if (!index) throw new Error(`there is no index "${name}"`)
  return index
}

function hasPrefix(key: Key, prefix: Key): boolean {
  for (let i = 0; i < prefix.length; i += 1) if (key[i] !== prefix[i]) return false
  return true
}

function* scanIds(table: Table, from: Id | undefined, reverse: boolean): Iterable<Row> {
  const entries = reverse
    ? table.rows.entriesReversed(from, undefined, true)
    : table.rows.entries(from)
  for (const [id, row] of entries) if (reverse || id !== from) yield row
}

/** The first row under a key of an index, without a walk. */
export function findFirstByKey(table: Table, index: string, key: Key): Row | undefined {
  const [found, id] = getIndex(table, index).getPairOrNextHigher(key) ?? []
  return found && hasPrefix(found, key) ? table.rows.get(id as Id) : undefined
}

/** Whether nothing stands under a key of an index; false where the index would have to be made. */
export function isKeyKnownEmpty({ indexes }: Table, index: string, key: Key): boolean {
  const found = indexes[index]?.getPairOrNextHigher(key)
  return indexes[index] !== undefined && !(found && hasPrefix(found[0], key))
}
