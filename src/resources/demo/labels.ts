/** Labels on demo records. */
import type { Tx } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'

interface RandomSource {
  next(): number
  pick<T>(values: readonly T[]): T
}

/** A label of the right kind on every fourth record or so. */
export function demoLabelIds(
  tx: Tx,
  model_type: Rows['labels']['model_type'],
  chance: RandomSource,
): number[] {
  const labels = tx.where('labels', { model_type })
  return labels.length > 0 && chance.next() < 0.25 ? [chance.pick(labels).id] : []
}
