/**
 * Holds the rows of every table, with their indexes, as one immutable value.
 *
 * Everything is synchronous: a transaction either ends as a list of changes or leaves no trace. A
 * table is replaced, never changed in place, so a rollback is forgetting the draft and a snapshot is
 * the cell's value.
 */
import type { Cells } from './cells.ts'
import { compareKeys, compareScalars, type Id, type Key } from './keys.ts'
import { emptyTree, type Tree } from './tree.ts'

export type Row = { readonly id: Id } & Readonly<Record<string, unknown>>

/** Where a row stands in an index: once for each key. */
export interface IndexPlan {
  readonly name: string
  readonly keys: (row: Row) => readonly Key[]
}

export interface TablePlan {
  readonly name: string
  readonly indexes: readonly IndexPlan[]
}

interface Table {
  rows: Tree<Id, Row>
  indexes: Record<string, Tree<Key, Id>>
  /** The highest whole number ever given out as an id here. */
  lastId: number
}

export interface Change {
  readonly table: string
  readonly id: Id
  readonly before: Row | undefined
  readonly after: Row | undefined
  /** What the writer had to say about it; the store does not look inside. */
  readonly note: unknown
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

export interface Store {
  get(table: string, id: Id): Row | undefined
  size(table: string): number
  walk(table: string, options?: WalkOptions): Iterable<Row>
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

type Tables = Readonly<Record<string, Table | SleepingTable>>

/** The plans of all tables, with what is the same for every store that follows them. */
export interface Schema {
  readonly plans: ReadonlyMap<string, TablePlan>
  readonly empty: Tables
}

export function createSchema(plans: readonly TablePlan[]): Schema {
  return {
    plans: new Map(plans.map((plan) => [plan.name, plan])),
    empty: Object.freeze(Object.fromEntries(plans.map((plan) => [plan.name, emptyTable(plan)]))),
  }
}

export function createStore(cells: Cells, { plans, empty }: Schema): Store {
  const committed = cells.cell<Tables>('tables', empty)
  let draft: Record<string, Table> | undefined
  let changes: Change[] = []

  function read(name: string): Table {
    const table = draft?.[name] ?? committed.value[name]
    if (!table) throw new Error(`there is no table "${name}"`)
    return 'wake' in table ? table.wake() : table
  }

  function write(name: string): Table {
    if (!draft) throw new Error(`a write to "${name}" outside a transaction`)
    return (draft[name] ??= copyOf(read(name)))
  }

  function record(change: Change): void {
    changes.push(change)
    const { table, before, after } = change
    reindex(write(table), plans.get(table) as TablePlan, before, after)
  }

  return {
    get: (name, id) => read(name).rows.get(id),
    size: (name) => read(name).rows.size,
    walk: (name, options = {}) => walk(read(name), options),
    firstKey: (name, index) => read(name).indexes[index]?.minKey(),

    transact(work) {
      if (draft) return { result: work(), changes: [] }
      draft = {}
      changes = []
      try {
        const result = work()
        if (changes.length > 0) committed.value = Object.freeze({ ...committed.value, ...draft })
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

/** Tables whose rows are only fetched when somebody looks; the rows must come in the order of ids. */
export function sleepingTables(
  { plans, empty }: Schema,
  rowsOf: Readonly<Record<string, () => readonly Row[]>>,
): Tables {
  const tables: Record<string, Table | SleepingTable> = { ...empty }
  for (const [name, rows] of Object.entries(rowsOf)) {
    let awake: Table | undefined
    const wake = (): Table => (awake ??= filledTable(plans.get(name) as TablePlan, rows()))
    tables[name] = { wake }
  }
  return Object.freeze(tables)
}

function filledTable(plan: TablePlan, rows: readonly Row[]): Table {
  const table = emptyTable(plan)
  for (const row of rows) {
    table.rows.set(row.id, row)
    reindex(table, plan, undefined, row)
  }
  const last = rows.at(-1)?.id
  table.lastId = typeof last === 'number' ? last : rows.length
  return table
}

function emptyTable(plan: TablePlan): Table {
  const indexes: Record<string, Tree<Key, Id>> = {}
  for (const index of plan.indexes) indexes[index.name] = emptyTree(compareKeys)
  return { rows: emptyTree<Id, Row>(compareScalars), indexes, lastId: 0 }
}

function copyOf(table: Table): Table {
  const indexes: Record<string, Tree<Key, Id>> = {}
  for (const name in table.indexes) indexes[name] = (table.indexes[name] as Tree<Key, Id>).clone()
  return { rows: table.rows.clone(), indexes, lastId: table.lastId }
}

function reindex(
  table: Table,
  plan: TablePlan,
  before: Row | undefined,
  after: Row | undefined,
): void {
  for (const { name, keys } of plan.indexes) {
    const old = before ? keys(before) : []
    const fresh = after ? keys(after) : []
    if (sameKeys(old, fresh)) continue
    const tree = table.indexes[name] as Tree<Key, Id>
    if (before) for (const key of old) tree.delete([...key, before.id])
    if (after) for (const key of fresh) tree.set([...key, after.id], after.id)
  }
}

function sameKeys(a: readonly Key[], b: readonly Key[]): boolean {
  return a.length === b.length && a.every((key, i) => compareKeys(key, b[i] as Key) === 0)
}

/** No id and no value sorts behind null, so it closes a range. */
const end = null

function* walk(table: Table, options: WalkOptions): Iterable<Row> {
  const { index, prefix = [], from, reverse = false } = options
  if (index === undefined) return yield* walkIds(table, from?.[0] as Id, reverse)
  const tree = table.indexes[index]
  if (!tree) throw new Error(`there is no index "${index}"`)
  const start = from ?? (reverse ? (prefix.length > 0 ? [...prefix, end] : undefined) : prefix)
  const entries = reverse
    ? tree.entriesReversed(start, undefined, true)
    : tree.entries(start as Key)
  for (const [key, id] of entries) {
    if (from && !reverse && compareKeys(key, from) === 0) continue
    if (!prefix.every((part, i) => compareScalars(part, key[i] ?? null) === 0)) return
    yield table.rows.get(id) as Row
  }
}

function* walkIds(table: Table, from: Id | undefined, reverse: boolean): Iterable<Row> {
  const entries = reverse
    ? table.rows.entriesReversed(from, undefined, true)
    : table.rows.entries(from)
  for (const [id, row] of entries) if (reverse || id !== from) yield row
}
