/** What comes next in a count, and what is taken where nothing is said. */
import type { Tx } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'

/** The highest number that any row of a table has in a field; there is an index by it. */
export function highestNumber(tx: Tx, table: keyof Rows, field: string): number {
  const [last] = tx.scan<string>(table, { index: field, reverse: true })
  return Number(last?.[field] ?? 0)
}

/** The id of the first row of a table; one is made where there is none. */
export function firstIdOrCreate<N extends keyof Rows>(
  tx: Tx,
  table: N,
  createValues: () => Partial<Rows[N]>,
) {
  const [first] = tx.scan(table)
  return (first ?? tx.insert(table, createValues() as never)).id as number
}
