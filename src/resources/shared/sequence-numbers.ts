/** Numbers that count the rows of a table. */
import type { Tx } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'

/** Returns the highest number in a field of a table, or 0. The field must be indexed. */
export function highestNumber(tx: Tx, table: keyof Rows, field: string): number {
  const [last] = tx.scan<string>(table, { index: field, reverse: true })
  return Number(last?.[field] ?? 0)
}
