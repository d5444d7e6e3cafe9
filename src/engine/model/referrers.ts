/** Finds the rows that refer to a row, and removes or updates them when the row is removed. */
import type { FieldSpec } from '../define/fields.ts'
import { isIndexed } from '../define/filters.ts'
import type { AnyRow, RowValues, Tx } from '../define/tx.ts'
import type { Id, Key, Scalar } from '../store/keys.ts'
import type { Catalog, CompanionOwner, Reference } from './catalog.ts'

/** Visits the rows that refer to a row, except its companions. */
export function forEachReferrer(
  tx: Tx,
  catalog: Catalog,
  table: string,
  id: Id,
  visit: (reference: Reference, row: AnyRow) => void,
): void {
  const companions = catalog.resources.get(table)?.companions ?? []
  const companionTables = companions.map((companion) => companion.table)
  for (const reference of catalog.referencesTo(table)) {
    if (companionTables.includes(reference.table)) continue
    const prefix = reference.polymorphicTarget ? [table, id] : [id]
    const rows = [...tx.scan<string>(reference.table, { index: reference.field, prefix })]
    for (const row of rows) visit(reference, row)
  }
}

/** Counts the rows that refer to a row or its companions, by table, without parts and companions. */
export function countReferrers(
  tx: Tx,
  catalog: Catalog,
  table: string,
  id: Id,
  predicate: (reference: Reference) => boolean,
): Record<string, number> {
  const counts: Record<string, number> = {}
  const count = ({ isPartOf, ...reference }: Reference): void => {
    if (isPartOf || !predicate({ isPartOf, ...reference })) return
    counts[reference.table] = (counts[reference.table] ?? 0) + 1
  }
  for (const each of [{ table, id }, ...companionRows(tx, catalog, table, id)]) {
    forEachReferrer(tx, catalog, each.table, each.id, count)
  }
  return counts
}

/** Returns the id of the owner that a companion names; undefined if it belongs to another table. */
export function ownerIdOf({ companion }: CompanionOwner, row: RowValues): Id | undefined {
  // Note: the field that has this value is the reference to the owner.
  const probe = 0
  const values = Object.entries(companion.values({ id: probe } as never))
  const isOwned = values.every(([name, value]) => value === probe || row[name] === value)
  const ownerField = values.find(([, value]) => value === probe)?.[0]
  return isOwned && ownerField !== undefined ? (row[ownerField] as Id) : undefined
}

/** Returns the companion rows of a row. */
export function companionRows(tx: Tx, catalog: Catalog, table: string, id: Id) {
  const row = tx.get<string>(table, id)
  const companions = catalog.resources.get(table)?.companions ?? []
  return companions.flatMap((companion) =>
    tx.where<string>(companion.table, companion.values(row as never)).map((found) => ({
      table: companion.table,
      id: found.id,
    })),
  )
}

/** Returns the patch that changes a reference of a row from one id to another. */
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

/** Returns the index scan for a field with these values; undefined if the field has no index. */
export function indexScanFor(
  name: string,
  spec: FieldSpec | undefined,
  values: RowValues,
): { readonly index: string; readonly prefix: Key } | undefined {
  const value = values[name] as Scalar
  if (value === null || spec?.kind === 'array') return undefined
  if (spec && isIndexed({ spec })) return { index: name, prefix: [value] }
  const table = spec?.polymorphicTarget?.tables[values[spec.polymorphicTarget.field] as string]
  return table === undefined ? undefined : { index: name, prefix: [table, value] }
}

/**
 * Removes the parts of a removed row and the rows that require it; clears other references to it.
 * For a resource with `keepReferences`, only its parts are removed.
 */
export function cascadeRemoval(tx: Tx, catalog: Catalog, table: string, id: Id): void {
  const keepsReferences = catalog.resources.get(table)?.keepReferences
  forEachReferrer(tx, catalog, table, id, (reference, { id: referrer }) => {
    const row = tx.find<string>(reference.table, referrer)
    if (!row || (keepsReferences && !reference.isPartOf)) return
    if (isRemovedWithTarget(reference)) tx.remove(reference.table, referrer)
    else tx.update<string>(reference.table, referrer, withoutReference(reference, row, id))
  })
}

const isRemovedWithTarget = ({ isPartOf, many, nullable }: Reference): boolean =>
  isPartOf || !(many || nullable)

/** Returns whether a row requires the referenced row but is not a part of it. */
export const isRequiredReference = (reference: Reference): boolean =>
  !reference.isPartOf && isRemovedWithTarget(reference)

/** Returns whether a row uses the referenced row. A task does not use its subject. */
export const isUse = ({ polymorphicTarget, nullable }: Reference): boolean =>
  !(polymorphicTarget && nullable)

function withoutReference(
  { field, many, polymorphicTarget }: Reference,
  row: AnyRow,
  id: Id,
): Partial<AnyRow> {
  if (many) return { [field]: (row[field] as Id[]).filter((each) => each !== id) }
  return { [field]: null, ...(polymorphicTarget && { [polymorphicTarget.field]: null }) }
}
