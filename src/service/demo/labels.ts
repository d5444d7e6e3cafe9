/** Labels of demo records. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'

/** Picks a label of the model type for about every fourth record. */
export function demoLabelIds(
  tx: d.Tx,
  model_type: Rows['labels']['model_type'],
  random: d.RandomStream,
): number[] {
  const labels = tx.where('labels', { model_type })
  return labels.length > 0 && random.next() < 0.25 ? [random.pick(labels).id] : []
}
