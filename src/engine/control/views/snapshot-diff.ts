/** Compares two snapshots: lists the rows that were created, updated or deleted, by table. */
import { createCells, type CellValues } from '../../store/cells.ts'
import { compareScalars, type Id } from '../../store/keys.ts'
import { createStore, type Store } from '../../store/store.ts'
import type { Row } from '../../store/table.ts'
import type { Catalog } from '../../model/catalog.ts'
import { labelOf } from './row-relations.ts'

/** The largest number of rows that are listed per table; further rows are only counted. */
const listedRowsMax = 100

export interface RowDifference {
  readonly id: Id
  readonly change: 'created' | 'updated' | 'deleted'
  readonly label: string
  /** For an updated row: its changed fields, before and after. */
  readonly fields?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
}

export interface TableDifference {
  readonly table: string
  readonly counts: readonly [before: number, after: number]
  readonly created: number
  readonly updated: number
  readonly deleted: number
  /** The first of the changed rows. */
  readonly rows: readonly RowDifference[]
}

export function compareCells(
  catalog: Catalog,
  before: CellValues,
  after: CellValues,
): TableDifference[] {
  const older = createStore(createCells(before), catalog.schema)
  const newer = createStore(createCells(after), catalog.schema)
  return [...catalog.resources.keys()]
    .filter(
      (table) => table !== 'api_keys' && older.tableVersion(table) !== newer.tableVersion(table),
    )
    .map((table) => compareTables(catalog, table, older, newer))
    .filter(({ rows }) => rows.length > 0)
}

function compareTables(
  catalog: Catalog,
  table: string,
  older: Store,
  newer: Store,
): TableDifference {
  const changeCounts = { created: 0, updated: 0, deleted: 0 }
  const rows: RowDifference[] = []
  const visibleColumns = catalog.columns(table).filter(({ spec }) => !spec.hidden)
  const names = visibleColumns.map(({ name }) => name)
  for (const [before, after] of pairRowsById(older.scan(table), newer.scan(table))) {
    if (before === after) continue
    const row = (after ?? before) as Row
    const change = before ? (after ? 'updated' : 'deleted') : 'created'
    changeCounts[change] += 1
    if (rows.length === listedRowsMax) continue
    const fields = before && after && { fields: changedFields(names, before, after) }
    rows.push({ id: row.id, change, label: labelOf(row), ...fields })
  }
  return { table, counts: [older.size(table), newer.size(table)], ...changeCounts, rows }
}

/** Pairs rows of the same id from two scans in the order of ids. */
function* pairRowsById(
  before: Iterable<Row>,
  after: Iterable<Row>,
): Iterable<[Row | undefined, Row | undefined]> {
  const olderRows = before[Symbol.iterator]()
  const newerRows = after[Symbol.iterator]()
  let older: Row | undefined = olderRows.next().value
  let newer: Row | undefined = newerRows.next().value
  while (older || newer) {
    const order = !older ? 1 : !newer ? -1 : compareScalars(older.id, newer.id)
    yield [order <= 0 ? older : undefined, order >= 0 ? newer : undefined]
    if (order <= 0) older = olderRows.next().value
    if (order >= 0) newer = newerRows.next().value
  }
}

function changedFields(names: readonly string[], before: Row, after: Row) {
  const differing = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return Object.fromEntries(differing.map((name) => [name, [before[name], after[name]] as const]))
}
