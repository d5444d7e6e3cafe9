/** The labels of a record in a request body. */
import { assumed, firstIdWhere, ref, refs, type Tx } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'

type LabelModelType = Rows['labels']['model_type']

export const requiresModelType = assumed(
  'label.model_type',
  'a label of another model type than the record is refused with 422',
  {
    reason: 'a label has one model type',
    alternatives: { alternative: 'a record can have labels of any model type' },
  },
)

/** The body field: the id of a label for records of the model type. */
export const labelBody = (type: LabelModelType) =>
  ref('labels')
    .refine((tx, id) => labelErrors(tx, type, [id]))
    .example((tx) => Number(firstIdWhere(tx, 'labels', hasModelType(type))))

/** The body field: ids of labels for records of the model type. */
export const labelsBody = (type: LabelModelType) =>
  refs('labels')
    .refine((tx, ids) => labelErrors(tx, type, ids))
    .example((tx) => {
      const id = firstIdWhere(tx, 'labels', hasModelType(type))
      return id === 0 ? [] : [Number(id)]
    })

const hasModelType =
  (type: LabelModelType) =>
  ({ model_type }: Rows['labels']): boolean =>
    model_type === type

function labelErrors(
  tx: Tx,
  type: LabelModelType,
  ids: readonly number[],
): Readonly<Record<string, string>> {
  const labels = ids.map((id) => tx.get('labels', id))
  if (labels.every(hasModelType(type)) || !tx.assumes(requiresModelType)) return {}
  return { '': `must have the model type ${type}` }
}
