/**
 * Holds the rows of every table, with their indexes, as one immutable value.
 *
 * Everything is synchronous: a transaction either ends as a list of changes or leaves no trace. A
 * table is replaced, never changed in place, so a rollback is forgetting the draft and a snapshot is
 * the cell's value.
 */
import type { Cells } from './cells.ts'
import type { Codec } from './codecs.ts'
import type { Id, Key } from './keys.ts'
import { decodeTables, type TablesJson, encodeTable } from './table-codec.ts'
import {
  cloneTable,
  createTable,
  findFirstByKey,
  getIndex,
  isKeyKnownEmpty,
  updateIndexes,
  type Row,
  type Table,
  type TableSchema,
  type TableScanOptions,
  scanTable,
} from './table.ts'

export interface Change {
  readonly table: string
  readonly id: Id
  readonly before: Row | undefined
  readonly after: Row | undefined
  /** What the writer had to say about it; the store does not look inside. */
  readonly note: unknown
}

export interface Store {
  get(table: string, id: Id): Row | undefined
  size(table: string): number
  scan(table: string, options?: TableScanOptions): Iterable<Row>
  /** The first row under a key of an index. */
  findFirst(table: string, index: string, key: Key): Row | undefined
  /** Whether nothing stands under a key; false, too, where only a search could tell. */
  isKnownEmpty(table: string, index: string, key: Key): boolean
  /** A value that stays the same as long as no row changes; undefined while some are being changed. */
  version(): object | undefined
  /** Calls `listener` after each commit. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** A value that stays the same as long as no row of a table changes. */
  tableVersion(table: string): object
  /** The first key of an index, or undefined when nothing stands in it. */
  firstKey(table: string, index: string): Key | undefined
  /** Runs `work`; a throw leaves the rows as they were. A transaction inside another joins it. */
  transact<T>(work: () => T): { result: T; changes: readonly Change[] }
  nextId(table: string): number
  insert(table: string, row: Row, note?: unknown): void
  replace(table: string, row: Row, note?: unknown): void
  remove(table: string, id: Id, note?: unknown): void
}

/** A table that is put together when somebody first looks into it. */
interface LazyTable {
  readonly load: () => Table
}

/** In the order of the schema: a commit copies the list, and a list is copied in next to no time. */
type Tables = readonly (Table | LazyTable)[]

/** The plans of all tables, with what is the same for every store that follows them. */
export interface StoreSchema {
  readonly tables: ReadonlyMap<string, TableSchema>
  /** Where each table stands in the list of tables. */
  readonly positions: ReadonlyMap<string, number>
  readonly empty: Tables
}

export function createStoreSchema(tables: readonly TableSchema[]): StoreSchema {
  return {
    tables: new Map(tables.map((plan) => [plan.name, plan])),
    positions: new Map(tables.map((plan, place) => [plan.name, place])),
    empty: Object.freeze(tables.map((plan) => createTable(plan))),
  }
}

export function createStore(cells: Cells, schema: StoreSchema): Store {
  const committed = cells.cell<Tables>('tables', schema.empty, tablesCodec(schema))
  /** The tables that were written to in this transaction, by their places. */
  let draft: Map<number, Table> | undefined
  let changes: Change[] = []
  const listeners = new Set<() => void>()

  function positionOf(name: string): number {
    const place = schema.positions.get(name)
    if (place === undefined) throw new Error(`there is no table "${name}"`)
    return place
  }

  function read(name: string): Table {
    const place = positionOf(name)
    return draft?.get(place) ?? loadTable(committed.value[place] as Table | LazyTable)
  }

  function write(name: string): Table {
    if (!draft) throw new Error(`a write to "${name}" outside a transaction`)
    const place = positionOf(name)
    let table = draft.get(place)
    if (!table) draft.set(place, (table = cloneTable(read(name))))
    return table
  }

  function commit(drafted: ReadonlyMap<number, Table>): void {
    const tables = committed.value.slice()
    for (const [place, table] of drafted) tables[place] = table
    committed.value = tables
    for (const listener of listeners) listener()
  }

  function record(change: Change): void {
    changes.push(change)
    updateIndexes(write(change.table), change.before, change.after)
  }

  return {
    get: (name, id) => read(name).rows.get(id),
    size: (name) => read(name).rows.size,
    scan: (name, options = {}) => scanTable(read(name), options),
    findFirst: (name, index, key) => findFirstByKey(read(name), index, key),
    isKnownEmpty: (name, index, key) => isKeyKnownEmpty(read(name), index, key),
    firstKey: (name, index) => getIndex(read(name), index).minKey(),
    tableVersion: (name) => read(name),
    version: () => (draft && changes.length > 0 ? undefined : committed.value),
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
      if (!table.rows.set(row.id, row, false)) throw new Error(`${name} ${row.id} exists already`)
      if (typeof row.id === 'number' && row.id > table.lastId) table.lastId = row.id
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

const loadTable = (table: Table | LazyTable): Table => ('load' in table ? table.load() : table)

/** The tables in which something stands, or ever stood. */
function tablesCodec(schema: StoreSchema): Codec<Tables> {
  return {
    encode: (tables) =>
      Object.fromEntries(
        tables
          .map(loadTable)
          .filter(({ rows, lastId }) => rows.size > 0 || lastId > 0)
          .map((table) => [table.schema.name, encodeTable(table)]),
      ),
    decode: (json) => completeTables(schema, decodeTables(json as TablesJson, schema.tables)),
  }
}

/** Tables whose rows are only fetched when somebody looks; the rows must come in the order of ids. */
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

/** All tables: those that are given, by name, and the others empty. */
const completeTables = (
  { tables: plans, empty }: StoreSchema,
  given: Readonly<Record<string, Table | LazyTable>>,
): Tables =>
  [...plans.keys()].map((name, place) => given[name] ?? (empty[place] as Table | LazyTable))
