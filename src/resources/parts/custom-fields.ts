/** The words in which custom fields are described, and what each kind of field takes. */

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
const isTruth = (value: unknown): boolean => [true, false, 1, 0].includes(value as boolean)

/** Why a field of this kind cannot hold the value; undefined where it can. */
export function misfitOf(type: FieldType, value: unknown, choices: readonly string[]) {
  if (value === null) return undefined
  switch (type) {
    case 'boolean':
      return isTruth(value) ? undefined : 'must be true or false'
    case 'datepicker':
      return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? undefined : 'must be a date, yyyy-MM-dd'
    case 'decimal':
      return /^-?\d+(\.\d+)?$/.test(String(value)) ? undefined : 'must be a number'
    case 'select':
      return choices.includes(value as string) ? undefined : 'is none of the options'
    case 'multiselect':
      return Array.isArray(value) && value.every((each) => choices.includes(each))
        ? undefined
        : 'must be a list of options'
    default:
      return typeof value === 'string' ? undefined : 'must be a text'
  }
}
