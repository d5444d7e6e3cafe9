/**
 * Holds the rows of every table, with their indexes, as one immutable value.
 *
 * Everything is synchronous: a transaction either ends as a list of changes or leaves no trace. A
 * table is replaced, never changed in place, so a rollback is forgetting the draft and a snapshot is
 * the cell's value.
 */
import type { Cells } from './cells.ts'
import type { Form } from './codecs.ts'
import type { Id, Key } from './keys.ts'
import { readTables, type SavedTables, writeTable } from './table-codec.ts'
import {
  copyOfTable,
  createTable,
  firstUnder,
  indexOf,
  isBareUnder,
  reindex,
  type Row,
  type Table,
  type TablePlan,
  type WalkOptions,
  walkTable,
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
  walk(table: string, options?: WalkOptions): Iterable<Row>
  /** The first row under a key of an index. */
  first(table: string, index: string, key: Key): Row | undefined
  /** Whether nothing stands under a key; false, too, where only a search could tell. */
  isBare(table: string, index: string, key: Key): boolean
  /** A value that stays the same as long as no row changes; undefined while some are being changed. */
  version(): object | undefined
  /** A value that stays the same as long as no row of a table changes. */
  versionOf(table: string): object
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
interface SleepingTable {
  readonly wake: () => Table
}

/** In the order of the schema: a commit copies the list, and a list is copied in next to no time. */
type Tables = readonly (Table | SleepingTable)[]

/** The plans of all tables, with what is the same for every store that follows them. */
export interface Schema {
  readonly plans: ReadonlyMap<string, TablePlan>
  /** Where each table stands in the list of tables. */
  readonly places: ReadonlyMap<string, number>
  readonly empty: Tables
}

export function createSchema(plans: readonly TablePlan[]): Schema {
  return {
    plans: new Map(plans.map((plan) => [plan.name, plan])),
    places: new Map(plans.map((plan, place) => [plan.name, place])),
    empty: Object.freeze(plans.map((plan) => createTable(plan))),
  }
}

export function createStore(cells: Cells, schema: Schema): Store {
  const committed = cells.cell<Tables>('tables', schema.empty, tablesForm(schema))
  /** The tables that were written to in this transaction, by their places. */
  let draft: Map<number, Table> | undefined
  let changes: Change[] = []

  function placeOf(name: string): number {
    const place = schema.places.get(name)
    if (place === undefined) throw new Error(`there is no table "${name}"`)
    return place
  }

  function read(name: string): Table {
    const place = placeOf(name)
    return draft?.get(place) ?? awake(committed.value[place] as Table | SleepingTable)
  }

  function write(name: string): Table {
    if (!draft) throw new Error(`a write to "${name}" outside a transaction`)
    const place = placeOf(name)
    let table = draft.get(place)
    if (!table) draft.set(place, (table = copyOfTable(read(name))))
    return table
  }

  function commit(drafted: ReadonlyMap<number, Table>): void {
    const tables = committed.value.slice()
    for (const [place, table] of drafted) tables[place] = table
    committed.value = tables
  }

  function record(change: Change): void {
    changes.push(change)
    reindex(write(change.table), change.before, change.after)
  }

  return {
    get: (name, id) => read(name).rows.get(id),
    size: (name) => read(name).rows.size,
    walk: (name, options = {}) => walkTable(read(name), options),
    first: (name, index, key) => firstUnder(read(name), index, key),
    isBare: (name, index, key) => isBareUnder(read(name), index, key),
    firstKey: (name, index) => indexOf(read(name), index).minKey(),
    versionOf: (name) => read(name),
    version: () => (draft && changes.length > 0 ? undefined : committed.value),

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

const awake = (table: Table | SleepingTable): Table => ('wake' in table ? table.wake() : table)

/** The tables in which something stands, or ever stood. */
function tablesForm(schema: Schema): Form<Tables> {
  return {
    write: (tables) =>
      Object.fromEntries(
        tables
          .map(awake)
          .filter(({ rows, lastId }) => rows.size > 0 || lastId > 0)
          .map((table) => [table.plan.name, writeTable(table)]),
      ),
    read: (json) => filledTables(schema, readTables(json as SavedTables, schema.plans)),
  }
}

/** Tables whose rows are only fetched when somebody looks; the rows must come in the order of ids. */
export function sleepingTables(
  schema: Schema,
  rowsOf: Readonly<Record<string, () => readonly Row[]>>,
): Tables {
  const tables: Record<string, SleepingTable> = {}
  for (const [name, rows] of Object.entries(rowsOf)) {
    let woken: Table | undefined
    const wake = (): Table => (woken ??= createTable(schema.plans.get(name) as TablePlan, rows()))
    tables[name] = { wake }
  }
  return filledTables(schema, tables)
}

/** All tables: those that are given, by name, and the others empty. */
const filledTables = (
  { plans, empty }: Schema,
  given: Readonly<Record<string, Table | SleepingTable>>,
): Tables =>
  [...plans.keys()].map((name, place) => given[name] ?? (empty[place] as Table | SleepingTable))
