/**
 * One table: its rows in the order of their ids, and its indexes.
 *
 * An index is built after a few requests and is updated from then on. A table without filtered reads
 * therefore has no cost besides its rows.
 */
import { compareKeys, compareScalars, hasPrefix, type Id, type Key } from './keys.ts'
import { TableIndex } from './table-index.ts'
import { treeFromSorted, type Tree } from './tree.ts'

export type Row = { readonly id: Id } & Readonly<Record<string, unknown>>

/** An index: `keys` returns the keys of a row, zero or more. */
export interface IndexSchema {
  readonly name: string
  readonly keys: (row: Row) => readonly Key[]
}

export interface TableSchema {
  readonly name: string
  /** The names of the values of each row. */
  readonly columns: readonly string[]
  readonly indexes: readonly IndexSchema[]
}

export interface ScanOptions {
  /** The index to scan. Default: the ids. */
  readonly index?: string
  /** Limits the scan to keys that begin with this key. */
  readonly prefix?: Key
  /** The scan starts after this key, or before it if `reverse` is true. */
  readonly from?: Key
  readonly reverse?: boolean
  /** The number of rows to skip at the start, without `from`. Skipped rows are not read. Default: 0. */
  readonly skip?: number
}

/** A scan in ascending order: all rows, or the rows of an index with a key. */
export interface VisitOptions {
  readonly index?: string | undefined
  readonly prefix?: Key | undefined
  /** The rows have these values. The value of the index is in `prefix`, too. */
  readonly values?: RowValues | undefined
}

type RowValues = Readonly<Record<string, unknown>>

/** A source of versions: the store or a transaction. */
interface TableVersions {
  /** Returns a value that changes when a row of a table changes; undefined after a write to it in a transaction. */
  tableVersion(table: string): object | undefined
}

/**
 * Creates a function that computes a value from the rows of a table once for each version of the table. The value
 * is released with the version. `compute` reads no other table and no state besides the rows.
 */
export function oncePerTableVersion<S extends TableVersions, T>(
  compute: (source: S, table: string) => T,
): (source: S, table: string) => T {
  // Note: forks share the versions, and thereby the values.
  const values = new WeakMap<object, { readonly value: T }>()
  return (source, table) => {
    const version = source.tableVersion(table)
    const known = version && values.get(version)
    if (known) return known.value
    const value = compute(source, table)
    if (version) values.set(version, { value })
    return value
  }
}

export interface Table {
  readonly schema: TableSchema
  readonly rows: Tree<Id, Row>
  /** The indexes that are built. */
  readonly indexes: Record<string, TableIndex<Row>>
  /** The number of requests for each index before it was built. */
  readonly indexRequests: Record<string, number>
  /** The highest number that was ever an id in this table. */
  lastId: number
}

/** Creates a table. The rows must be in the order of their ids. */
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

/** Returns a writable copy; the original does not change. */
export function cloneTable({ schema, rows, indexes, indexRequests, lastId }: Table): Table {
  const copies: Record<string, TableIndex<Row>> = {}
  for (const name in indexes) copies[name] = (indexes[name] as TableIndex<Row>).clone()
  return {
    schema,
    rows: rows.clone(),
    indexes: copies,
    indexRequests: { ...indexRequests },
    lastId,
  }
}

/** Updates the indexes after a row was inserted, replaced or removed. */
export function updateIndexes(
  { indexes }: Table,
  before: Row | undefined,
  after: Row | undefined,
): void {
  for (const name in indexes) {
    const index = indexes[name] as TableIndex<Row>
    if (before) index.change(before, after)
    else if (after) index.insert(after)
  }
}

/** Inserts a row; throws for an id that another row has. */
export function insertRow({ schema, rows }: Table, row: Row): void {
  if (!rows.set(row.id, row, false)) throw new Error(`${schema.name} ${row.id} exists already`)
}

/** Returns the keys of an index in order; builds the index if necessary. */
export const getIndex = (table: Table, name: string): Tree<Key, Row> => indexOf(table, name).tree

function indexOf(table: Table, name: string): TableIndex<Row> {
  const { rows, indexes } = table
  return (indexes[name] ??= TableIndex.of(indexSchemaOf(table, name).keys, rows.values()))
}

/** Releases the memory that only a transaction needs. */
export function compactTable({ indexes }: Table): void {
  for (const name in indexes) (indexes[name] as TableIndex<Row>).compact()
}

/** The end of a range: no id or value sorts after null. */
const rangeEnd = null

/** Calls `visit` for the rows of a scan in ascending order; faster than `scanTable`. */
export function visitTable(table: Table, options: VisitOptions, visit: (row: Row) => void): void {
  const { index, prefix = [], values = {} } = options
  const { rows } = table
  const names = otherNames(options)
  const visitMatch = (row: Row): void => {
    if (hasValues(row, values, names)) visit(row)
  }
  if (index === undefined) rows.forEachPair((_, row) => visitMatch(row))
  else if (isFullScanCheaper(table, index)) {
    for (const row of scanWithoutIndex(table, index, prefix, false)) visitMatch(row)
  } else {
    getIndex(table, index).forRange(prefix, [...prefix, rangeEnd], false, (_, row) =>
      visitMatch(row),
    )
  }
}

/** The names of the values that the index does not test. */
export const otherNames = ({ index, values = {} }: VisitOptions): string[] =>
  Object.keys(values).filter((name) => name !== index)

export function hasValues(row: Row, values: RowValues, names: readonly string[]): boolean {
  for (const name of names) if (row[name] !== values[name]) return false
  return true
}

/** Counts the rows of a scan. Without values, no row is read. */
export function countTable(table: Table, options: VisitOptions): number {
  const { index, prefix = [] } = options
  if (otherNames(options).length === 0) {
    if (index === undefined) return table.rows.size
    const built = table.indexes[index]
    if (built) return built.keys.forRange(prefix, [...prefix, rangeEnd], false)
  }
  let count = 0
  visitTable(table, options, () => (count += 1))
  return count
}

export function* scanTable(table: Table, options: ScanOptions): Iterable<Row> {
  const { index, prefix = [], from, reverse = false } = options
  let { skip = 0 } = options
  if (index === undefined) return yield* scanIds(table, from?.[0] as Id, reverse, skip)
  if (prefix.length > 0 && !from && skip === 0 && isFullScanCheaper(table, index)) {
    return yield* scanWithoutIndex(table, index, prefix, reverse)
  }
  const tree = getIndex(table, index)
  const start = from ?? (reverse ? (prefix.length > 0 ? [...prefix, rangeEnd] : undefined) : prefix)
  const entries = reverse
    ? tree.entriesReversed(start, undefined, true)
    : tree.entries(start as Key)
  for (const [key, row] of entries) {
    if (from && !reverse && compareKeys(key, from) === 0) continue
    if (!hasPrefix(key, prefix)) return
    if (skip-- > 0) continue
    yield row
  }
}

/** Up to this size, a full scan costs less than an index that is used once. */
const unindexedRowsMax = 2_000
const unindexedScansMax = 2

function isFullScanCheaper({ rows, indexes, indexRequests }: Table, index: string): boolean {
  if (indexes[index] || rows.size > unindexedRowsMax) return false
  indexRequests[index] = (indexRequests[index] ?? 0) + 1
  return indexRequests[index] <= unindexedScansMax
}

/** Scans all rows. The result equals a scan of the index: the rows with one key, by id. */
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

function* scanIds(
  { rows }: Table,
  after: Id | undefined,
  reverse: boolean,
  skip = 0,
): Iterable<Row> {
  if (skip > rows.size) return
  const from = skip > 0 ? idAt(rows, reverse ? rows.size - skip : skip - 1) : after
  const entries = reverse ? rows.entriesReversed(from, undefined, true) : rows.entries(from)
  for (const [id, row] of entries) if (reverse || id !== from) yield row
}

/** Returns the id at a position; without gaps between the ids, no row is visited. */
function idAt(rows: Tree<Id, Row>, position: number): Id | undefined {
  const first = rows.minKey() as number
  if ((rows.maxKey() as number) - first === rows.size - 1) return first + position
  let left = position
  for (const id of rows.keys()) if (left-- === 0) return id
  return undefined
}

/** Returns the first row with a key of an index. */
export function findFirstByKey(table: Table, index: string, key: Key): Row | undefined {
  const id = indexOf(table, index).find(key)
  return id === undefined ? undefined : table.rows.get(id)
}

/** Returns whether an existing index has no row with a key; false if the index is not built. */
export function isKeyKnownEmpty({ indexes }: Table, name: string, key: Key): boolean {
  const index = indexes[name]
  return index !== undefined && index.find(key) === undefined
}
