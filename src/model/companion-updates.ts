/** Updates the companions of a changed row: the product of a course, the variant of a planned course. */
import { assumed } from '../define/behaviours.ts'
import type { Resource } from '../define/resource.ts'
import type { AnyRow, Tx } from '../define/tx.ts'
import type { Id } from '../machine/keys.ts'
import type { Store } from '../machine/store.ts'
import type { Catalog } from './catalog.ts'
import type { ChangeNote } from './changes.ts'
import { companionRows } from './referrers.ts'

const companionUpdated = assumed(
  'companion.updated',
  'a change of a course, program or edition also emits an event for its product or variant',
  {
    reason: 'products and variants show fields of their course, program or edition',
    alternatives: { alternative: 'only the course, program or edition emits an event' },
  },
)

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
