/** The value of a field of a new row that the writer omits. */
import type { RowValues, Tx } from '../define/tx.ts'
import { type Column, isTimestampField } from './catalog.ts'

export function defaultValueOf(
  tx: Tx,
  table: string,
  { name, spec }: Column,
  row: RowValues,
): unknown {
  if (isTimestampField(name)) return row['created_at'] ?? tx.now
  if (typeof spec.defaultValue === 'function') return spec.defaultValue(tx, row)
  if (spec.kind === 'array') return []
  if (spec.kind === 'map') return {}
  throw new Error(`a new row of ${table} has no ${name}`)
}
