/** The record that a field refers to by default: the first record of a table. */
import type { Tx } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'

/** Returns the id of the first row of a table. Inserts a row if the table is empty. */
export function firstIdOrCreate<N extends keyof Rows>(
  tx: Tx,
  table: N,
  createValues: () => Partial<Rows[N]>,
) {
  const [first] = tx.scan(table)
  return (first ?? tx.insert(table, createValues() as never)).id as number
}
