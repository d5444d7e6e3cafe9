/** Generates values of custom properties. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import type { ObjectType } from '../fields/custom-field-types.ts'

/** Generates a value or null for each custom field of the record type. */
export const demoCustomProperties =
  (type: ObjectType) =>
  (context: d.RecipeContext): Record<string, unknown> => {
    const { tx, random } = context
    return Object.fromEntries(
      tx
        .where('custom_fields', { object_type: type })
        .map((field) => [field.slug, random.next() < 0.5 ? null : demoValue(field, context)]),
    )
  }

function demoValue(
  { id, field_type }: Rows['custom_fields'],
  { tx, random, number }: d.RecipeContext,
): unknown {
  const options = tx.where('custom_field_options', { custom_field_id: id, enabled: true })
  const option = options.length > 0 ? random.pick(options) : undefined
  switch (field_type) {
    case 'boolean':
      return number % 2 === 0
    case 'datepicker':
      return `20${10 + (number % 15)}-0${1 + (number % 9)}-01`
    case 'decimal':
      return String(4 * (1 + (number % 20)))
    case 'select':
      return option?.value ?? null
    case 'multiselect':
      return option ? [option.value] : []
    case 'vat_number':
      return `NL${String(number).padStart(9, '0')}B01`
    default:
      return `${field_type === 'phone' ? '+3120' : 'N-'}${1_000 + number}`
  }
}
