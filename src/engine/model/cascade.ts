/** Removes or updates the rows that refer to a removed row. */
import type { AnyRow, Tx } from '../define/tx.ts'
import type { Id } from '../store/keys.ts'
import type { Catalog, Reference } from './catalog.ts'
import { forEachReferrer } from './referrers.ts'

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
