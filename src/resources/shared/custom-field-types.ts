/** The words in which custom fields are described, and what each kind of field takes. */
import { isCalendarDay } from '../../define/define.ts'

/** Kinds of records that have custom fields of their own. */
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
export type FieldType = (typeof fieldTypes)[number]

/** A boolean, as requests may say it. */
const isBooleanLike = (value: unknown): boolean => [true, false, 1, 0].includes(value as boolean)

const isDecimal = (value: unknown): boolean =>
  ['string', 'number'].includes(typeof value) && /^-?\d+(\.\d+)?$/.test(String(value))

const isSubset = (choices: readonly string[], value: unknown): boolean =>
  Array.isArray(value) &&
  new Set(value).size === value.length &&
  value.every((each) => choices.includes(each))

/** Why a field of this kind cannot hold the value; undefined where it can. */
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
      return choices.includes(value as string) ? undefined : 'is none of the options'
    case 'multiselect':
      return isSubset(choices, value) ? undefined : 'must be a list of options, each once'
    default:
      return typeof value === 'string' ? undefined : 'must be a text'
  }
}
