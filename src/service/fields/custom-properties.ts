/** Custom properties and links to custom records, validated against the tenant's custom fields. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { type ObjectType, type ParsedCustomValue, parseCustomValue } from './custom-field-types.ts'
import { refusesUnknownProperty, replacesLinks } from '../behaviours/shared.ts'

type CustomFieldRow = Rows['custom_fields']
type CustomProperties = Record<string, d.CustomValue>
type Values = Record<string, unknown>

/** A record type, or the id of a custom object. */
type FieldOwner = ObjectType | number

interface CustomFields {
  readonly rows: readonly CustomFieldRow[]
  /** Null for the slug of each field. */
  readonly nulls: Readonly<Record<string, null>>
}

// Note: each record of a list needs the custom fields, and they change rarely.
const fieldsByOwner = d.oncePerTableVersion(() => new Map<FieldOwner, CustomFields>())

function findCustomFields(tx: d.Tx, owner: FieldOwner): CustomFields {
  const byOwner = fieldsByOwner(tx, 'custom_fields')
  let fields = byOwner.get(owner)
  if (!fields) {
    const rows = tx.where(
      'custom_fields',
      typeof owner === 'number' ? { custom_object_id: owner } : { object_type: owner },
    )
    const nulls = Object.fromEntries(rows.map(({ slug }) => [slug, null]))
    byOwner.set(owner, (fields = { rows, nulls }))
  }
  return fields
}

/** The custom properties of a record: a value or null for the slug of each custom field. */
export const customPropertiesField = (type: ObjectType) =>
  d
    .map(d.customValue())
    .withKeys((tx) => Object.keys(findCustomFields(tx, type).nulls))
    .defaultsTo((tx) => completeCustomProperties(tx, type, {}))
    .shownAs('custom_fields', (tx, stored) => completeCustomProperties(tx, type, stored))

/** Adds null for each custom field of the owner that the values omit. */
export function completeCustomProperties(
  tx: d.Tx,
  owner: FieldOwner,
  values: CustomProperties,
): CustomProperties {
  const { rows, nulls } = findCustomFields(tx, owner)
  return rows.every(({ slug }) => Object.hasOwn(values, slug)) ? values : { ...nulls, ...values }
}

/** The body field: values by the slug of the custom field, validated by field type. */
export const customPropertiesBody = (type: ObjectType) =>
  d
    .map(d.customValue())
    .refine((tx, values, storedValue) => customPropertyErrors(tx, type, values, storedValue))

/**
 * Returns the errors in the values, by slug, and changes the values in place to their stored form,
 * without null for a property without a value. The stored value of a property is valid, also if its option
 * was disabled.
 */
export function customPropertyErrors(
  tx: d.Tx,
  owner: FieldOwner,
  values: Values,
  storedValues: () => Readonly<Values> | null | undefined,
): Record<string, string> {
  const { rows } = findCustomFields(tx, owner)
  const errors: Record<string, string> = {}
  for (const [slug, propertyValue] of Object.entries(values)) {
    const field = rows.find((each) => each.slug === slug)
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

const parseUnknownProperty = (tx: d.Tx, value: unknown): ParsedCustomValue =>
  tx.assumes(refusesUnknownProperty) ? { error: 'is not a custom field' } : { value }

/** Whether two values of custom fields are equal. */
const equalsStored = (value: unknown, stored: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(stored)

const listEnabledOptions = (tx: d.Tx, { id }: CustomFieldRow): string[] =>
  tx
    .where('custom_field_options', { custom_field_id: id })
    .filter(({ enabled }) => enabled)
    .map((option) => option.value)

/** The stored links of a record: ids of custom records by the slug of the association. */
export const customLinksField = () => d.map(d.listOf(d.integer())).hidden()

/** The body field: the new full set of linked records, by the slug of the association. */
export const customLinksBody = (type: ObjectType) =>
  d
    .map(d.listOf(d.integer()))
    .requiresFlag('Custom objects')
    .replacesOnUpdate()
    .storedAs('custom_links')
    .refine((tx, links) => customLinkErrors(tx, type, links))

function customLinkErrors(tx: d.Tx, type: ObjectType, links: Readonly<Record<string, number[]>>) {
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
