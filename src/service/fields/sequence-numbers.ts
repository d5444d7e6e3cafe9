/** Numbers that count the rows of a table. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'

/** Returns the highest number in a field of a table, or 0. The index orders the rows by the field. */
export function highestNumber(
  tx: d.Tx,
  table: keyof Rows,
  field: string,
  index: string = field,
): number {
  const [last] = tx.scan<string>(table, { index, reverse: true })
  return Number(last?.[field] ?? 0)
}

/** Returns the position after the last row of a table, also after deletions. */
export const nextPosition = (tx: d.Tx, table: keyof Rows, index?: string): number =>
  highestNumber(tx, table, 'position', index) + 1
