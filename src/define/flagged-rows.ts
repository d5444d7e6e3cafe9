/** Rows that belong to a feature: while its flag is off, the API hides them. */
import { assumed } from './behaviours.ts'
import type { FlagName } from './feature-flags.ts'
import type { AnyRow, Tx } from './tx.ts'

/** The rows of a resource that belong to a feature: the rows with the values of `where`. */
export interface FlaggedRows {
  readonly flag: FlagName
  /** Default: every row. */
  readonly where?: Readonly<Record<string, unknown>>
}

const hidesRecords = assumed(
  'flag.records',
  'with the flag Programs off, programs are hidden in the catalog, their records have no visible comments and grades, and their changes emit no events',
  {
    reason: 'the document says that the flag covers all program functionality',
    alternative: 'a disabled flag Programs refuses the operations on programs only',
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

/** Returns a row that the API shows; undefined if the row does not exist or is hidden. */
export function findVisible<N extends string>(tx: Tx, table: N, id: number | null | undefined) {
  const row = tx.find(table, id)
  return row && !tx.isHidden(table, row) ? row : undefined
}
