/** Custom properties and links to custom records, validated against the tenant's custom fields. */
import {
  assumed,
  behaviour,
  integer,
  listOf,
  map,
  type Tx,
  customValue,
  type CustomValue,
} from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'
import { type ObjectType, type ParsedCustomValue, parseCustomValue } from './custom-field-types.ts'

type CustomFieldRow = Rows['custom_fields']
type CustomProperties = Record<string, CustomValue>
type Values = Record<string, unknown>

const refusesUnknownProperty = assumed(
  'custom.unknown',
  'a custom property without a custom field is refused with 422; orders have no custom fields',
  {
    reason: 'the custom fields define the custom properties',
    alternatives: { alternative: 'a custom property without a custom field is stored' },
  },
)

const replacesLinks = behaviour(
  'custom_associations.replace',
  'custom associations in a request replace the full set of linked records',
)

const findCustomFields = (tx: Tx, type: ObjectType): CustomFieldRow[] =>
  tx.where('custom_fields', { object_type: type })

/** The custom properties of a record: a value or null for the slug of each custom field. */
export const customPropertiesField = (type: ObjectType) =>
  map(customValue())
    .defaultsTo((tx) => completeCustomProperties(tx, type, {}))
    .shownAs((tx, stored) => completeCustomProperties(tx, type, stored))

/** Adds null for each custom field of the record type that the values omit. */
export const completeCustomProperties = (tx: Tx, type: ObjectType, values: CustomProperties) =>
  withMissingProperties(findCustomFields(tx, type), values)

/** Adds null for each custom field that the values omit; the same object if they omit none. */
export const withMissingProperties = (
  fields: readonly CustomFieldRow[],
  values: CustomProperties,
): CustomProperties =>
  fields.every(({ slug }) => Object.hasOwn(values, slug))
    ? values
    : { ...Object.fromEntries(fields.map(({ slug }) => [slug, null])), ...values }

/** The body field: values by the slug of the custom field, validated by field type. */
export const customPropertiesBody = (type: ObjectType) =>
  map(customValue()).refine((tx, values, storedValue) =>
    customPropertyErrors(tx, findCustomFields(tx, type), values, storedValue),
  )

/**
 * Returns the errors in the values, by slug, and changes the values in place to their stored form,
 * without null for a property without a value. The stored value of a property is valid, also if its option
 * was disabled.
 */
export function customPropertyErrors(
  tx: Tx,
  fields: readonly CustomFieldRow[],
  values: Values,
  storedValues: () => Readonly<Values> | null | undefined,
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [slug, propertyValue] of Object.entries(values)) {
    const field = fields.find((each) => each.slug === slug)
    const storedValue = storedValues()?.[slug]
    const { value, error } = field
      ? parseCustomValue(tx, field.field_type, propertyValue, listEnabledOptions(tx, field))
      : parseUnknownProperty(tx, propertyValue)
    if (error) {
      if (!equalsStored(propertyValue, storedValue)) errors[slug] = error
    }
    // Note: the values are parsed from a request and not shared.
    else if (field && value === null && (storedValue ?? null) === null) delete values[slug]
    else values[slug] = value
  }
  return errors
}

const parseUnknownProperty = (tx: Tx, value: unknown): ParsedCustomValue =>
  tx.assumes(refusesUnknownProperty) ? { error: 'is not a custom field' } : { value }

/** Whether two values of custom fields are equal. */
const equalsStored = (value: unknown, stored: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(stored)

const listEnabledOptions = (tx: Tx, { id }: CustomFieldRow): string[] =>
  tx
    .where('custom_field_options', { custom_field_id: id })
    .filter(({ enabled }) => enabled)
    .map((option) => option.value)

/** The stored links of a record: ids of custom records by the slug of the association. */
export const customLinksField = () => map(listOf(integer())).hidden()

/** The body field: the new full set of linked records, by the slug of the association. */
export const customLinksBody = (type: ObjectType) =>
  map(listOf(integer()))
    .requiresFlag('Custom objects')
    .replacesOnUpdate()
    .storedAs('custom_links')
    .refine((tx, links) => customLinkErrors(tx, type, links))

function customLinkErrors(tx: Tx, type: ObjectType, links: Readonly<Record<string, number[]>>) {
  tx.logBehaviour(replacesLinks)
  const errors: Record<string, string> = {}
  for (const [slug, ids] of Object.entries(links)) {
    const [association] = tx.where('custom_associations', { object_type: type, slug })
    const invalidId = ids.find(
      (id) => tx.find('custom_records', id)?.custom_object_id !== association?.custom_object_id,
    )
    if (!association) errors[slug] = 'is not a custom association'
    else if (invalidId !== undefined) errors[slug] = `${invalidId} does not exist`
  }
  return errors
}
