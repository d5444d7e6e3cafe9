import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { requiresModelType, keepsUsedLabel, refusesOtherColors } from '../behaviours/shared.ts'
import { cycleName } from '../demo/demo-names.ts'
import type { Rows } from '../generated/rows.ts'

type LabelRow = Rows['labels']

const modelTypes = [
  'Account',
  'Catalog::Product',
  'Lead',
  'Order',
  'Program::Enrollment',
  'Task',
  'Teacher',
  'User',
] as const

/** The model types that a label can be created for. */
const creatableModelTypes = [
  'Lead',
  'Order',
  'Catalog::Product',
  'User',
  'Account',
  'Teacher',
] as const

const demoColors = ['#1f77b4', '#2ca02c', '#d62728', '#9467bd', '#8c564b', '#e377c2', '#bcbd22']

const colorPattern = /^#[0-9a-f]{6}$/i

/** The body field of a color: `#` and six hexadecimal digits. */
const colorBody = () =>
  d
    .string()
    .refine((tx, color) => {
      const isAccepted = colorPattern.test(color) || !tx.assumes(refusesOtherColors)
      return isAccepted ? {} : { '': 'must have the form #rrggbb' }
    })
    .example(() => '#1f77b4')

const LabelShape = {
  ...d.identity,
  name: d.string(),
  color: d.string().defaultsTo('#777777'),
  model_type: d.choice(modelTypes).indexed(),
  ...d.timestamps,
}

/** Refuses a new model type of a label that records have. */
function assertUnusedForNewType(
  tx: d.Tx,
  { model_type }: Partial<LabelRow>,
  { id, model_type: storedType }: LabelRow,
): void {
  if (model_type === undefined || model_type === storedType) return
  if (Object.keys(tx.referrers('labels', id)).length === 0) return
  if (!tx.assumes(requiresModelType)) return
  throw d.unprocessable(
    { model_type: ['is the type of records with this label'] },
    requiresModelType,
  )
}

const body = { name: d.string(), color: colorBody(), model_type: d.choice(creatableModelTypes) }

export default d.resource('labels', LabelShape, { singular: 'Label' }, (verbs) => ({
  description: 'A colored label for records of one type.',

  events: d.lifecycleEvents('label'),

  operations: {
    get_labels: verbs.list({
      scopes: ['settings:read'],
      filters: {
        model_type: d.equals('model_type'),
        search: d.containsWords('name'),
        id: d.oneOf('id'),
      },
    }),
    create_label: verbs.create({
      scopes: ['settings:modify'],
      body: { ...body, name: body.name.required(), model_type: body.model_type.required() },
    }),
    get_label_by_id: verbs.show({ scopes: ['settings:read'] }),
    update_label_by_id: verbs.update({
      scopes: ['settings:modify'],
      body,
      check: assertUnusedForNewType,
    }),
    delete_label_by_id: verbs.destroy({
      scopes: ['destroyable_settings:destroy'],
      unlessReferenced: keepsUsedLabel,
    }),
  },

  recipe: {
    rowCounts: d.rowCounts(2, 12, 24),
    isShared: true,
    fields: {
      model_type: ({ number }) => creatableModelTypes[(number - 1) % creatableModelTypes.length],
      name: ({ row, tx, locale }) => {
        const model_type = row['model_type'] as Rows['labels']['model_type']
        const names: Readonly<Record<string, readonly string[]>> = textsIn(locale).labels
        const known = names[model_type] ?? names['other']
        return cycleName(tx.count('labels', { model_type }) + 1, known as readonly string[])
      },
      color: ({ random }) => random.pick(demoColors),
    },
  },
}))
