/** What becomes of the rows that refer to one that goes. */
import type { AnyRow, Tx } from '../define/tx.ts'
import type { Id } from '../machine/keys.ts'
import type { Catalog, Reference } from './catalog.ts'
import { eachReferrer } from './referrers.ts'

/**
 * Leaves no row that refers to nothing: a part goes as well, and so does a row that cannot be without;
 * any other one forgets the id. Where a resource is outlived by what refers to it, only parts go.
 */
export function letGo(tx: Tx, catalog: Catalog, table: string, id: Id): void {
  const isOutlived = catalog.resources.get(table)?.outlived
  eachReferrer(tx, catalog, table, id, (reference, { id: referrer }) => {
    const row = tx.find<string>(reference.table, referrer)
    if (!row || (isOutlived && !reference.part)) return
    if (goesAlong(reference)) tx.remove(reference.table, referrer)
    else tx.update<string>(reference.table, referrer, without(reference, row, id))
  })
}

const goesAlong = ({ part, many, nullable }: Reference): boolean => part || !(many || nullable)

/** Whether a row cannot be without the one that it refers to, though it is no part of it. */
export const isBound = (reference: Reference): boolean => !reference.part && goesAlong(reference)

function without({ field, many, via }: Reference, row: AnyRow, id: Id): Partial<AnyRow> {
  if (many) return { [field]: (row[field] as Id[]).filter((each) => each !== id) }
  return { [field]: null, ...(via && { [via.field]: null }) }
}
