/** Rows that belong to a feature: while its flag is off, the API hides them. */
import type { FlaggedRows } from '../define/resource.ts'
import type { AnyRow, Tx } from '../define/tx.ts'

/** Whether the API hides a row because the flag of its feature is off. */
export function isHiddenByFlag(
  tx: Pick<Tx, 'isFlagOn' | 'assumes'>,
  flaggedRows: FlaggedRows | undefined,
  row: AnyRow,
): boolean {
  if (!flaggedRows || tx.isFlagOn(flaggedRows.flag)) return false
  const { where = {}, assumption } = flaggedRows
  return Object.keys(where).every((name) => row[name] === where[name]) && tx.assumes(assumption)
}
