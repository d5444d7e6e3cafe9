/** What becomes of the rows that refer to one that goes. */
import type { AnyRow, Tx } from '../define/tx.ts'
import type { Id } from '../machine/keys.ts'
import type { Catalog, Reference } from './catalog.ts'
import { forEachReferrer } from './referrers.ts'

/**
 * Leaves no row that refers to nothing: a part goes as well, and so does a row that cannot be without;
 * any other one forgets the id. Where a resource is outlived by what refers to it, only parts go.
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

/** Whether a row cannot be without the one that it refers to, though it is no part of it. */
export const isRequiredReference = (reference: Reference): boolean =>
  !reference.isPartOf && isRemovedWithTarget(reference)

function withoutReference(
  { field, many, polymorphicTarget }: Reference,
  row: AnyRow,
  id: Id,
): Partial<AnyRow> {
  if (many) return { [field]: (row[field] as Id[]).filter((each) => each !== id) }
  return { [field]: null, ...(polymorphicTarget && { [polymorphicTarget.field]: null }) }
}
