import * as d from '../../engine/define/define.ts'
import { fieldTypes, objectTypes } from '../fields/custom-field-types.ts'

const CustomFieldShape = {
  ...d.identity,
  object_type: d.choice(objectTypes).indexed().nullable(),
  custom_object_id: d.ref('custom_objects').partOf().nullable(),
  slug: d.string(),
  title: d.string(),
  field_type: d.choice(fieldTypes),
}

/** Names of demo fields, with their object type and field type. */
const demoFields = [
  ['users', 'dietary_wishes', 'Dietary wishes', 'select'],
  ['users', 'badge_number', 'Badge number', 'string'],
  ['users', 'first_aider', 'First aider', 'boolean'],
  ['accounts', 'cost_center', 'Cost center', 'string'],
  ['accounts', 'vat_number', 'VAT number', 'vat_number'],
  ['catalog_products', 'study_load', 'Study load in hours', 'decimal'],
  ['catalog_products', 'languages', 'Languages', 'multiselect'],
  ['catalog_variants', 'room_setup', 'Room setup', 'select'],
  ['teachers', 'hired_on', 'Hired on', 'datepicker'],
  [null, 'brand', 'Brand', 'string'],
  [null, 'in_use', 'In use', 'boolean'],
  [null, 'bought_on', 'Bought on', 'datepicker'],
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
      title: ({ number }) => demoFields[number - 1]?.[2] ?? `Field ${number}`,
      field_type: ({ number }) => demoFields[number - 1]?.[3] ?? 'string',
      custom_object_id: ({ row, tx }) =>
        row['object_type'] === null ? ([...tx.scan('custom_objects')][0]?.id ?? null) : null,
    },
  },
}))
