/** Custom properties and links to custom records: what the tenant's own fields allow. */
import { assumed, behaviour, integer, listOf, map, type Tx, value } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'
import { misfitOf, type ObjectType } from './custom-field-types.ts'

type CustomFieldRow = Rows['custom_fields']
type Values = Record<string, unknown>

const unknownProperty = assumed('custom.unknown', 'a custom property without a field is 422', {
  because: 'custom properties are what the custom fields say',
  instead: 'a custom property without a field is stored',
})

const newFullSet = behaviour(
  'custom_associations.replace',
  'custom associations that are sent are the new full set of linked records',
)

/** Fields by which kinds of records without fields of their own are described. */
const fieldsFor = (tx: Tx, type: ObjectType): CustomFieldRow[] =>
  tx.where('custom_fields', { object_type: type })

/** What a record holds by the slug of the custom field: every field, with null where nothing is set. */
export const custom = (type: ObjectType) =>
  map(value()).initially((tx) => blankProperties(fieldsFor(tx, type)))

/** In a body: values by the slug of the custom field, checked against the kind of the field. */
export const customBody = (type: ObjectType) =>
  map(value()).obeying((tx, values) => misfitsOf(tx, fieldsFor(tx, type), values))

export const blankProperties = (fields: readonly CustomFieldRow[]): Record<string, null> =>
  Object.fromEntries(fields.map(({ slug }) => [slug, null]))

/** What is wrong with the values, by slug; nothing where all fit: then they are as they are stored. */
export function misfitsOf(
  tx: Tx,
  fields: readonly CustomFieldRow[],
  values: Values,
): Record<string, string> {
  const misfits: Record<string, string> = {}
  for (const [slug, held] of Object.entries(values)) {
    const field = fields.find((each) => each.slug === slug)
    const misfit = field
      ? misfitOf(field.field_type, held, choicesOf(tx, field))
      : tx.takes(unknownProperty)
        ? 'is no custom field'
        : undefined
    if (misfit) misfits[slug] = misfit
    // Note: what was read from a request is nobody else's, and may say 1 for true.
    else if (field?.field_type === 'boolean' && held !== null) values[slug] = Boolean(held)
  }
  return misfits
}

const choicesOf = (tx: Tx, { id }: CustomFieldRow): string[] =>
  tx
    .where('custom_field_options', { custom_field_id: id })
    .filter(({ enabled }) => enabled)
    .map((option) => option.value)

/** What a record links to: ids of custom records by the slug of the association. */
export const customLinks = () => map(listOf(integer())).hidden()

/** In a body: the new full set of linked records, by the slug of the association. */
export const customLinksBody = (type: ObjectType) =>
  map(listOf(integer()))
    .flagged('Custom objects')
    .replaces()
    .sets('custom_links')
    .obeying((tx, links) => brokenLinks(tx, type, links))

function brokenLinks(tx: Tx, type: ObjectType, links: Readonly<Record<string, number[]>>) {
  tx.uses(newFullSet)
  const broken: Record<string, string> = {}
  for (const [slug, ids] of Object.entries(links)) {
    const [association] = tx.where('custom_associations', { object_type: type, slug })
    const lost = ids.find(
      (id) => tx.find('custom_records', id)?.custom_object_id !== association?.custom_object_id,
    )
    if (!association) broken[slug] = 'is no association'
    else if (lost !== undefined) broken[slug] = `${lost} does not exist`
  }
  return broken
}
