/** Counts of rows without those that the API hides. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'

/** Counts the rows with these values, without the rows of a feature whose flag is off. */
export const countVisible = <N extends keyof Rows>(
  tx: d.Tx,
  table: N,
  values: Partial<Rows[N]>,
): number =>
  tx.mayHide(table)
    ? tx.where(table, values as never).filter((row) => !tx.isHidden(table, row as never)).length
    : tx.count(table, values as never)
