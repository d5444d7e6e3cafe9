/** The object types and field types of custom fields, and the validation of values by field type. */
import * as d from '../../engine/define/define.ts'

/** The record types that can have custom fields. */
export const objectTypes = [
  'users',
  'accounts',
  'catalog_products',
  'catalog_variants',
  'teachers',
] as const
export type ObjectType = (typeof objectTypes)[number]

export const fieldTypes = [
  'boolean',
  'datepicker',
  'decimal',
  'phone',
  'select',
  'multiselect',
  'ssn',
  'string',
  'text',
  'vat_number',
] as const
type FieldType = (typeof fieldTypes)[number]

const isDecimal = (value: unknown): boolean =>
  ['string', 'number'].includes(typeof value) && d.numberTextPattern.test(String(value))

const isSubset = (choices: readonly string[], value: unknown): boolean =>
  Array.isArray(value) &&
  new Set(value).size === value.length &&
  value.every((each) => choices.includes(each))

/** The stored form of a value, or why the field cannot hold the value. */
export interface ParsedCustomValue {
  readonly value?: unknown
  readonly error?: string | undefined
}

/** Bodies that accept the same values as a custom field of the type. */
const bodyShapes = {
  boolean: { value: d.boolean().required() },
  datepicker: { value: d.date().required() },
}

/** Parses a value for a field of this type. */
export function parseCustomValue(
  tx: d.Tx,
  type: FieldType,
  value: unknown,
  choices: readonly string[],
): ParsedCustomValue {
  if (value === null) return { value }
  if (type !== 'boolean' && type !== 'datepicker') {
    return { value, error: customValueError(type, value, choices) }
  }
  const { values, errors } = d.validate(tx, bodyShapes[type], { value })
  return { value: values['value'], error: errors['value']?.[0] }
}

function customValueError(
  type: Exclude<FieldType, keyof typeof bodyShapes>,
  value: unknown,
  choices: readonly string[],
): string | undefined {
  switch (type) {
    case 'decimal':
      return isDecimal(value) ? undefined : 'must be a number'
    case 'select':
      return choices.includes(value as string) ? undefined : 'is not one of the options'
    case 'multiselect':
      return isSubset(choices, value) ? undefined : 'must be a list of distinct options'
    default:
      return typeof value === 'string' ? undefined : 'must be a string'
  }
}
