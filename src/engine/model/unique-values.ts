/** Refuses a row with a unique value that another row has. */
import { unprocessable } from '../define/problems.ts'
import type { AnyRow, Tx } from '../define/tx.ts'
import type { Scalar } from '../store/keys.ts'
import type { Store } from '../store/store.ts'
import type { Catalog } from './catalog.ts'

interface UniqueValuesContext {
  readonly store: Store
  readonly catalog: Catalog
}

/** Throws a 422 for a unique value that another row has. */
export function assertUniqueValues(
  tx: Tx,
  { store, catalog }: UniqueValuesContext,
  table: string,
  row: AnyRow,
  before: AnyRow | undefined,
): void {
  for (const { name, spec } of catalog.uniqueColumns(table)) {
    const value = row[name] as Scalar
    if (value === null || before?.[name] === value) continue
    if (!store.findFirst(table, name, [value])) continue
    if (spec.unique && spec.unique !== true && !tx.assumes(spec.unique)) continue
    throw unprocessable({ [name]: ['has already been taken'] })
  }
}
