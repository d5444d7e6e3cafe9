import {
  amounts,
  identity,
  integer,
  listOf,
  notFound,
  object,
  operation,
  choice,
  resource,
  shaped,
  string,
  type Tx,
} from '../define.ts'
import { fieldTypes } from './parts/custom-fields.ts'

/** A kind of record that the tenant made up. */
export const CustomObject = {
  ...identity,
  name_singular: string(),
  name_plural: string(),
  slug: string().unique(),
}

const CustomObjectWithFields = {
  ...identity,
  name_singular: string(),
  name_plural: string(),
  fields: listOf(
    object({
      id: integer().required(),
      slug: string().required(),
      title: string().required(),
      field_type: choice(fieldTypes).required(),
    }),
  ),
}

function withFields(tx: Tx, slug: string) {
  const [found] = tx.where('custom_objects', { slug })
  if (!found) throw notFound(`there is no custom object "${slug}"`)
  const { id, name_singular, name_plural } = found
  const fields = tx.where('custom_fields', { custom_object_id: id }).map((field) => ({
    id: field.id,
    slug: field.slug,
    title: field.title,
    field_type: field.field_type,
  }))
  return { id, name_singular, name_plural, fields }
}

const marks = { scopes: ['settings:read'], flag: 'Custom objects', beta: true } as const

const names = [
  ['Vehicle', 'Vehicles'],
  ['Laptop', 'Laptops'],
  ['Sponsor', 'Sponsors'],
] as const

export default resource(
  'custom_objects',
  CustomObject,
  { one: 'CustomObject', path: '/custom/objects' },
  ({ list }) => ({
    operations: {
      get_custom_objects: list(marks),
      get_custom_object_by_object_slug: operation({
        ...marks,
        method: 'GET',
        path: '/custom/objects/{object_slug}',
        params: { object_slug: string() },
        present: shaped(CustomObjectWithFields),
        example: (tx) => ({
          params: { object_slug: tx.where('custom_objects', {})[0]?.slug ?? '' },
        }),
        answer: (tx, { object_slug }) => withFields(tx, object_slug),
      }),
    },

    recipe: {
      amounts: amounts(1, 3),
      fields: {
        name_singular: ({ number }) => names[(number - 1) % names.length]?.[0],
        name_plural: ({ number }) => names[(number - 1) % names.length]?.[1],
        slug: ({ row, number }) =>
          number <= names.length
            ? String(row['name_plural']).toLowerCase()
            : `${String(row['name_plural']).toLowerCase()}-${number}`,
      },
    },
  }),
)
