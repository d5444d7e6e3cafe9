/** The first record of a table: the tenant's educator, and the record that a field refers to by default. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'

/** Returns the id of the first row of a table. Inserts a row if the table is empty. */
export function firstIdOrCreate<N extends keyof Rows>(
  tx: d.Tx,
  table: N,
  createValues: () => Partial<Rows[N]>,
) {
  const [first] = tx.scan(table)
  return (first ?? tx.insert(table, createValues() as never)).id as number
}

// Note: each record of some lists shows a value of the educator.
const firstEducator = d.oncePerTableVersion((tx: d.Tx) => tx.where('educators', {})[0])

/** Returns the educator of the tenant. */
export const findEducator = (tx: d.Tx): Rows['educators'] | undefined =>
  firstEducator(tx, 'educators')
