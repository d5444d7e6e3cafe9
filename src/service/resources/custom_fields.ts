import * as d from '../../engine/define/define.ts'
import { nameAt, textsIn } from '../demo/demo-texts.ts'
import { fieldTypes, objectTypes } from '../fields/custom-field-types.ts'

const CustomFieldShape = {
  ...d.identity,
  object_type: d.choice(objectTypes).indexed().nullable(),
  custom_object_id: d.ref('custom_objects').partOf().nullable(),
  slug: d.string(),
  title: d.string(),
  field_type: d.choice(fieldTypes),
}

/** The object type, the slug and the field type of demo fields. */
const demoFields = [
  ['users', 'dietary_wishes', 'select'],
  ['users', 'badge_number', 'string'],
  ['users', 'first_aider', 'boolean'],
  ['accounts', 'cost_center', 'string'],
  ['accounts', 'vat_number', 'vat_number'],
  ['catalog_products', 'study_load', 'decimal'],
  ['catalog_products', 'languages', 'multiselect'],
  ['catalog_variants', 'room_setup', 'select'],
  ['teachers', 'hired_on', 'datepicker'],
  [null, 'brand', 'string'],
  [null, 'in_use', 'boolean'],
  [null, 'bought_on', 'datepicker'],
] as const

export default d.resource('custom_fields', CustomFieldShape, { singular: 'CustomField' }, () => ({
  description:
    'A field that the tenant added to a record type of the service or to a custom object.',

  recipe: {
    rowCounts: d.rowCounts(2, demoFields.length, demoFields.length),
    isShared: true,
    fields: {
      object_type: ({ number }) => demoFields[number - 1]?.[0] ?? null,
      slug: ({ number }) => demoFields[number - 1]?.[1] ?? `field_${number}`,
      title: ({ number, locale }) => nameAt(textsIn(locale).customFields, number),
      field_type: ({ number }) => demoFields[number - 1]?.[2] ?? 'string',
      custom_object_id: ({ row, tx }) =>
        row['object_type'] === null ? ([...tx.scan('custom_objects')][0]?.id ?? null) : null,
    },
  },
}))
