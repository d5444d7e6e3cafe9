/**
 * Holds the rows and indexes of all tables as one immutable value.
 *
 * All operations are synchronous. A transaction returns a list of changes, or throws and changes
 * nothing. Tables are replaced and never changed in place: a rollback drops the draft, and a snapshot
 * is the value of the cell.
 */
import type { Cells, CellValues } from './cells.ts'
import type { Codec } from './codecs.ts'
import type { Id, Key } from './keys.ts'
import {
  createRepeatedTable,
  type LazyTable,
  type RepeatedRows,
  type BlockView,
} from './repeated-table.ts'
import { decodeTables, type TablesJson, encodeTable } from './table-codec.ts'
import {
  cloneTable,
  compactTable,
  countTable,
  createTable,
  findFirstByKey,
  getIndex,
  insertRow,
  isKeyKnownEmpty,
  updateIndexes,
  type Row,
  type Table,
  type TableSchema,
  type ScanOptions,
  scanTable,
  type VisitOptions,
  visitTable,
} from './table.ts'

export interface Change {
  readonly table: string
  readonly id: Id
  readonly before: Row | undefined
  readonly after: Row | undefined
  /** A value of the writer that the store passes through. */
  readonly note: unknown
}

export interface Store {
  get(table: string, id: Id): Row | undefined
  size(table: string): number
  scan(table: string, options?: ScanOptions): Iterable<Row>
  /** Calls `visit` for the rows of a scan in ascending order. `visit` must not write. */
  visit(table: string, options: VisitOptions, visit: (row: Row) => void): void
  /** Counts the rows of a scan. A row is read only if the indexes do not answer. */
  count(table: string, options: VisitOptions): number
  /** Returns the first row with a key of an index. */
  findFirst(table: string, index: string, key: Key): Row | undefined
  /** Returns whether an existing index has no row with a key; false if the index does not exist. */
  isKnownEmpty(table: string, index: string, key: Key): boolean
  /**
   * Returns a value that changes when a row changes; undefined in a transaction with changes. The value
   * holds no rows, so a cache can keep it.
   */
  version(): object | undefined
  /** Calls `listener` after each commit. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Returns a value that changes when a row of a table changes; undefined after a write to it in a transaction. */
  tableVersion(table: string): object | undefined
  /** Returns the first key of an index; undefined for an empty index. */
  firstKey(table: string, index: string): Key | undefined
  /** Runs `work` in a transaction. A throw discards its changes. A nested transaction joins the outer. */
  transact<T>(work: () => T): { result: T; changes: readonly Change[] }
  nextId(table: string): number
  insert(table: string, row: Row, note?: unknown): void
  replace(table: string, row: Row, note?: unknown): void
  remove(table: string, id: Id, note?: unknown): void
}

// Note: tables are a list in schema order because a commit copies it, and copying a list is fast.
/** All tables in the order of the schema. */
type TableList = readonly (Table | LazyTable)[]

// Note: a cached text refers to the version. A version with rows would keep the rows of all versions alive.
/** All tables after a commit, with an empty object that identifies the commit. */
export interface Tables {
  readonly list: TableList
  readonly version: object
}

const withNewVersion = (list: TableList): Tables => ({ list, version: {} })

/** The schemas of all tables, with the values that all stores of the schema share. */
export interface StoreSchema {
  readonly tables: ReadonlyMap<string, TableSchema>
  /** The position of each table in the list of tables. */
  readonly positions: ReadonlyMap<string, number>
  readonly empty: Tables
}

export function createStoreSchema(tables: readonly TableSchema[]): StoreSchema {
  return {
    tables: new Map(tables.map((table) => [table.name, table])),
    positions: new Map(tables.map((table, position) => [table.name, position])),
    empty: withNewVersion(Object.freeze(tables.map((table) => createTable(table)))),
  }
}

export function createStore(cells: Cells, schema: StoreSchema): Store {
  const committed = cells.cell<Tables>('tables', schema.empty, tablesCodec(schema))
  /** The tables that this transaction has written, by position. */
  let draft: Map<number, Table> | undefined
  let changes: Change[] = []
  const listeners = new Set<() => void>()

  function positionOf(name: string): number {
    const position = schema.positions.get(name)
    if (position === undefined) throw new Error(`there is no table "${name}"`)
    return position
  }

  const find = (name: string): Table | LazyTable => {
    const position = positionOf(name)
    return draft?.get(position) ?? (committed.value.list[position] as Table | LazyTable)
  }

  const read = (name: string): Table => loadTable(find(name))

  function write(name: string): Table {
    if (!draft) throw new Error(`a write to "${name}" outside a transaction`)
    const position = positionOf(name)
    let table = draft.get(position)
    if (!table) draft.set(position, (table = cloneTable(read(name))))
    return table
  }

  function commit(drafted: ReadonlyMap<number, Table>): void {
    const list = committed.value.list.slice()
    for (const [position, table] of drafted) {
      compactTable(table)
      list[position] = table
    }
    committed.value = withNewVersion(list)
    for (const listener of listeners) listener()
  }

  function record(change: Change): void {
    changes.push(change)
    updateIndexes(write(change.table), change.before, change.after)
  }

  return {
    get(name, id) {
      const table = find(name)
      const view = viewOf(table)
      return view ? view.get(id) : loadTable(table).rows.get(id)
    },
    size(name) {
      const table = find(name)
      return viewOf(table)?.size() ?? loadTable(table).rows.size
    },
    scan(name, options = {}) {
      const table = find(name)
      return viewOf(table)?.scan(options) ?? scanTable(loadTable(table), options)
    },
    visit: (name, options, visit) => visitRows(find(name), options, visit),
    count(name, options) {
      const table = find(name)
      const view = viewOf(table)
      if (!view) return countTable(loadTable(table), options)
      const known = view.count(options)
      let count = known ?? 0
      if (known === undefined) visitRows(table, options, () => (count += 1))
      return count
    },
    findFirst: (name, index, key) => findFirstByKey(read(name), index, key),
    isKnownEmpty(name, index, key) {
      const table = find(name)
      return !viewOf(table) && isKeyKnownEmpty(loadTable(table), index, key)
    },
    firstKey(name, index) {
      const table = find(name)
      const first = viewOf(table)?.firstKey(index)
      return first ? first.key : getIndex(loadTable(table), index).minKey()
    },
    tableVersion(name) {
      const position = positionOf(name)
      return draft?.has(position) ? undefined : committed.value.list[position]
    },
    version: () => (draft && changes.length > 0 ? undefined : committed.value.version),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    transact(work) {
      if (draft) return { result: work(), changes: [] }
      draft = new Map()
      changes = []
      try {
        const result = work()
        if (changes.length > 0) commit(draft)
        return { result, changes }
      } finally {
        draft = undefined
      }
    },

    nextId: (name) => (write(name).lastId += 1),
    insert(name, row, note) {
      const table = write(name)
      insertRow(table, row)
      raiseLastId(table, row)
      record({ table: name, id: row.id, before: undefined, after: row, note })
    },
    replace(name, row, note) {
      const table = write(name)
      const before = table.rows.get(row.id)
      if (!before) throw new Error(`there is no ${name} ${row.id} to replace`)
      table.rows.set(row.id, row)
      record({ table: name, id: row.id, before, after: row, note })
    },
    remove(name, id, note) {
      const table = write(name)
      const before = table.rows.get(id)
      if (!before) throw new Error(`there is no ${name} ${id} to remove`)
      table.rows.delete(id)
      record({ table: name, id, before, after: undefined, note })
    },
  }
}

/** Whether the cells of a state have a row. */
export function hasRow(
  cells: CellValues,
  schema: StoreSchema,
  { table, id }: Pick<Change, 'table' | 'id'>,
): boolean {
  const position = schema.positions.get(table)
  const found = position === undefined ? undefined : tablesIn(cells, schema).list[position]
  if (found === undefined) return false
  return (viewOf(found)?.get(id) ?? loadTable(found).rows.get(id)) !== undefined
}

const tablesIn = (cells: CellValues, schema: StoreSchema): Tables =>
  (cells['tables'] as Tables | undefined) ?? schema.empty

function raiseLastId(table: Table, { id }: Row): void {
  if (typeof id === 'number' && id > table.lastId) table.lastId = id
}

const loadTable = (table: Table | LazyTable): Table => ('load' in table ? table.load() : table)

const viewOf = (table: Table | LazyTable): BlockView | undefined =>
  'load' in table ? table.view?.() : undefined

function visitRows(
  table: Table | LazyTable,
  options: VisitOptions,
  visit: (row: Row) => void,
): void {
  if (!viewOf(table)?.visit(options, visit)) visitTable(loadTable(table), options, visit)
}

/** The codec for tables. It omits tables that never had a row. */
function tablesCodec(schema: StoreSchema): Codec<Tables> {
  return {
    encode: ({ list }) =>
      Object.fromEntries(
        list
          .map(loadTable)
          .filter(({ rows, lastId }) => rows.size > 0 || lastId > 0)
          .map((table) => [table.schema.name, encodeTable(table)]),
      ),
    decode: (json) => completeTables(schema, decodeTables(json as TablesJson, schema.tables)),
  }
}

/** Creates tables that get their rows on first access. The rows must be in the order of their ids. */
export function lazyTables(
  schema: StoreSchema,
  rowsOf: Readonly<Record<string, () => readonly Row[]>>,
): Tables {
  const tables: Record<string, LazyTable> = {}
  for (const [name, rows] of Object.entries(rowsOf)) {
    let loaded: Table | undefined
    const load = (): Table =>
      (loaded ??= createTable(schema.tables.get(name) as TableSchema, rows()))
    tables[name] = { load }
  }
  return completeTables(schema, tables)
}

/** Repeats tables in blocks. `describe` returns undefined for a table that is not repeated. */
export function repeatTables(
  schema: StoreSchema,
  { list }: Tables,
  describe: (table: TableSchema, template: () => Table) => RepeatedRows | undefined,
): Tables {
  const repeated: Record<string, Table | LazyTable> = {}
  for (const [position, table] of [...schema.tables.values()].entries()) {
    const template = list[position] as Table | LazyTable
    const rows = describe(table, () => loadTable(template))
    repeated[table.name] = rows ? createRepeatedTable(rows) : template
  }
  return completeTables(schema, repeated)
}

/** Returns all tables of the schema: the given tables, and empty tables for the other names. */
const completeTables = (
  { tables: schemas, empty }: StoreSchema,
  given: Readonly<Record<string, Table | LazyTable>>,
): Tables =>
  withNewVersion(
    [...schemas.keys()].map(
      (name, position) => given[name] ?? (empty.list[position] as Table | LazyTable),
    ),
  )
