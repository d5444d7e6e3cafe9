/** Rows that belong to a feature: while its flag is off, the API hides them. */
import { assumed } from '../define/behaviours.ts'
import type { FlaggedRows } from '../define/resource.ts'
import type { AnyRow, Tx } from '../define/tx.ts'

const hidesRecords = assumed(
  'flag.records',
  'with the flag Programs off, programs are hidden in the catalog, in counts and in roles, their records have no visible comments and grades, and their changes emit no events',
  {
    reason: 'the document says that the flag covers all program functionality',
    alternatives: {
      alternative: 'a disabled flag Programs refuses the operations on programs only',
    },
  },
)

/** Whether the API hides a row because the flag of its feature is off. */
export function isHiddenByFlag(
  tx: Pick<Tx, 'isFlagOn' | 'assumes'>,
  flaggedRows: FlaggedRows | undefined,
  row: AnyRow,
): boolean {
  if (!flaggedRows || tx.isFlagOn(flaggedRows.flag)) return false
  const { where = {} } = flaggedRows
  return Object.keys(where).every((name) => row[name] === where[name]) && tx.assumes(hidesRecords)
}
