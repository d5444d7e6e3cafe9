/** Says what differs between two moments: in which tables, which rows came, went or changed. */
import { createCells, type SavedCells } from '../../machine/cells.ts'
import { compareScalars, type Id } from '../../machine/keys.ts'
import { createStore, type Store } from '../../machine/store.ts'
import type { Row } from '../../machine/table.ts'
import type { Catalog } from '../../model/catalog.ts'
import { labelOf } from './row-relations.ts'

/** Rows of one table that are listed; beyond that they are only counted. */
export const listedMax = 100

export interface RowDifference {
  readonly id: Id
  readonly what: 'created' | 'updated' | 'deleted'
  readonly label: string
  /** Of a row that changed: its fields, before and after. */
  readonly fields?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
}

export interface TableDifference {
  readonly table: string
  readonly counts: readonly [before: number, after: number]
  readonly created: number
  readonly updated: number
  readonly deleted: number
  /** The first of them. */
  readonly rows: readonly RowDifference[]
}

export function compareCells(
  catalog: Catalog,
  before: SavedCells,
  after: SavedCells,
): TableDifference[] {
  const old = createStore(createCells(before), catalog.schema)
  const fresh = createStore(createCells(after), catalog.schema)
  return [...catalog.resources.keys()]
    .filter((table) => table !== 'api_keys' && old.versionOf(table) !== fresh.versionOf(table))
    .map((table) => compareTables(catalog, table, old, fresh))
    .filter(({ rows }) => rows.length > 0)
}

function compareTables(catalog: Catalog, table: string, old: Store, fresh: Store): TableDifference {
  const counted = { created: 0, updated: 0, deleted: 0 }
  const rows: RowDifference[] = []
  const shown = catalog.columns(table).filter(({ spec }) => !spec.hidden)
  const names = shown.map(({ name }) => name)
  for (const [before, after] of pairs(old.walk(table), fresh.walk(table))) {
    if (before === after) continue
    const row = (after ?? before) as Row
    const what = before ? (after ? 'updated' : 'deleted') : 'created'
    counted[what] += 1
    if (rows.length === listedMax) continue
    const fields = before && after && { fields: fieldsBetween(names, before, after) }
    rows.push({ id: row.id, what, label: labelOf(row), ...fields })
  }
  return { table, counts: [old.size(table), fresh.size(table)], ...counted, rows }
}

/** Rows of the same id side by side, from two walks in the order of ids. */
function* pairs(
  before: Iterable<Row>,
  after: Iterable<Row>,
): Iterable<[Row | undefined, Row | undefined]> {
  const olds = before[Symbol.iterator]()
  const news = after[Symbol.iterator]()
  let old: Row | undefined = olds.next().value
  let fresh: Row | undefined = news.next().value
  while (old || fresh) {
    const order = !old ? 1 : !fresh ? -1 : compareScalars(old.id, fresh.id)
    yield [order <= 0 ? old : undefined, order >= 0 ? fresh : undefined]
    if (order <= 0) old = olds.next().value
    if (order >= 0) fresh = news.next().value
  }
}

function fieldsBetween(names: readonly string[], before: Row, after: Row) {
  const differing = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return Object.fromEntries(differing.map((name) => [name, [before[name], after[name]] as const]))
}
