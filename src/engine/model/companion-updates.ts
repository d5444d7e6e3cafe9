/** Updates the companions of a changed row, such as the product of a course. */
import type { Resource } from '../define/resource.ts'
import type { AnyRow, Tx } from '../define/tx.ts'
import type { Id } from '../store/keys.ts'
import type { Store } from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import type { ChangeNote } from './changes.ts'
import { companionRows } from './referrers.ts'
import { companionUpdated } from './behaviours.ts'

interface CompanionContext {
  readonly store: Store
  readonly catalog: Catalog
}

interface ChangedRow {
  readonly table: string
  readonly id: Id
  readonly note: ChangeNote
}

/** Sets `updated_at` of the companions of a changed row. */
export function touchCompanions(
  tx: Tx,
  { store, catalog }: CompanionContext,
  { table, id, note }: ChangedRow,
): void {
  const { companions } = catalog.resources.get(table) as Resource
  if (companions.length === 0 || !tx.assumes(companionUpdated)) return
  for (const companion of companionRows(tx, catalog, table, id)) {
    const row: AnyRow = tx.get<string>(companion.table, companion.id)
    store.replace(
      companion.table,
      Object.freeze(Object.assign({}, row, { updated_at: tx.now })),
      note,
    )
  }
}
