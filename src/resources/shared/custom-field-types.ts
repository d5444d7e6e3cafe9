/** The object types and field types of custom fields, and the validation of values by field type. */
import { isCalendarDay, numberTextPattern } from '../../define/define.ts'

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

/** Whether a body may contain the value for a boolean field. */
const isBooleanLike = (value: unknown): boolean => [true, false, 1, 0].includes(value as boolean)

const isDecimal = (value: unknown): boolean =>
  ['string', 'number'].includes(typeof value) && numberTextPattern.test(String(value))

const isSubset = (choices: readonly string[], value: unknown): boolean =>
  Array.isArray(value) &&
  new Set(value).size === value.length &&
  value.every((each) => choices.includes(each))

/** Returns why a field of this type cannot hold the value, or undefined if it can. */
export function customValueError(type: FieldType, value: unknown, choices: readonly string[]) {
  if (value === null) return undefined
  switch (type) {
    case 'boolean':
      return isBooleanLike(value) ? undefined : 'must be true or false'
    case 'datepicker':
      return isCalendarDay(value) ? undefined : 'must be a date, yyyy-MM-dd'
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
