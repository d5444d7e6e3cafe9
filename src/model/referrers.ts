/** Who refers to a row, and how an index leads there. */
import type { FieldSpec } from '../define/fields.ts'
import type { AnyRow, RowValues, Tx } from '../define/tx.ts'
import type { Id, Scalar } from '../machine/keys.ts'
import type { ScanOptions } from '../machine/table.ts'
import type { Catalog, Reference } from './catalog.ts'

/** Visits every row that refers to one, but for what only follows it; counts them by table. */
export function forEachReferrer(
  tx: Tx,
  catalog: Catalog,
  table: string,
  id: Id,
  visit: (reference: Reference, row: AnyRow) => void,
): Record<string, number> {
  const found: Record<string, number> = {}
  const companions = catalog.resources.get(table)?.companions ?? []
  const companionTables = companions.map((companion) => companion.table)
  for (const reference of catalog.referencesTo(table)) {
    if (companionTables.includes(reference.table)) continue
    const prefix = reference.polymorphicTarget ? [table, id] : [id]
    const rows = [...tx.scan<string>(reference.table, { index: reference.field, prefix })]
    for (const row of rows) visit(reference, row)
    if (rows.length > 0) found[reference.table] = (found[reference.table] ?? 0) + rows.length
  }
  return found
}

/** How many rows refer to one or to what follows it, by table; its parts and followers do not count. */
export function countReferrers(
  tx: Tx,
  catalog: Catalog,
  table: string,
  id: Id,
  predicate: (reference: Reference) => boolean,
): Record<string, number> {
  const found: Record<string, number> = {}
  const count = ({ isPartOf, ...reference }: Reference): void => {
    if (isPartOf || !predicate({ isPartOf, ...reference })) return
    found[reference.table] = (found[reference.table] ?? 0) + 1
  }
  for (const each of [{ table, id }, ...companionRows(tx, catalog, table, id)]) {
    forEachReferrer(tx, catalog, each.table, each.id, count)
  }
  return found
}

/** The rows that follow one: made, changed and removed with it. */
function companionRows(tx: Tx, catalog: Catalog, table: string, id: Id) {
  const row = tx.get<string>(table, id)
  const companions = catalog.resources.get(table)?.companions ?? []
  return companions.flatMap(({ table: follower, values }) =>
    tx.where<string>(follower, values(row as never)).map((found) => ({
      table: follower,
      id: found.id,
    })),
  )
}

/** What makes a row that refers to one row refer to another. */
export function replacedReference(
  { field, many }: Reference,
  row: AnyRow,
  from: Id,
  to: Id,
): RowValues {
  if (!many) return { [field]: to }
  const ids = (row[field] as Id[]).map((id) => (id === from ? to : id))
  return { [field]: [...new Set(ids)] }
}

/** How an index leads to rows with these values, if there is one for the field. */
export function indexScanFor(
  name: string,
  spec: FieldSpec | undefined,
  values: RowValues,
): ScanOptions | undefined {
  const value = values[name] as Scalar
  if (value === null) return undefined
  if (spec?.target !== undefined || spec?.unique !== undefined)
    return { index: name, prefix: [value] }
  const table = spec?.polymorphicTarget?.tables[values[spec.polymorphicTarget.field] as string]
  return table === undefined ? undefined : { index: name, prefix: [table, value] }
}
