/** The labels of a record in a request body. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { requiresModelType } from '../behaviours/shared.ts'

type LabelModelType = Rows['labels']['model_type']

/** The body field: the id of a label for records of the model type. */
export const labelBody = (type: LabelModelType) =>
  d
    .ref('labels')
    .refine((tx, id) => labelErrors(tx, type, [id]))
    .example((tx) => Number(d.firstIdWhere(tx, 'labels', hasModelType(type))))

/** The body field: ids of labels for records of the model type. */
export const labelsBody = (type: LabelModelType) =>
  d
    .refs('labels')
    .refine((tx, ids) => labelErrors(tx, type, ids))
    .example((tx) => {
      const id = d.firstIdWhere(tx, 'labels', hasModelType(type))
      return id === 0 ? [] : [Number(id)]
    })

const hasModelType =
  (type: LabelModelType) =>
  ({ model_type }: Rows['labels']): boolean =>
    model_type === type

function labelErrors(
  tx: d.Tx,
  type: LabelModelType,
  ids: readonly number[],
): Readonly<Record<string, string>> {
  const labels = ids.map((id) => tx.get('labels', id))
  if (labels.every(hasModelType(type)) || !tx.assumes(requiresModelType)) return {}
  return { '': `must have the model type ${type}` }
}
