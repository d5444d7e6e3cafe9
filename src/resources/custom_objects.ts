import {
  rowCounts,
  identity,
  integer,
  listOf,
  notFound,
  object,
  operation,
  choice,
  record,
  resource,
  string,
} from '../define/define.ts'
import { fieldTypes } from './shared/custom-field-types.ts'
import type { Rows } from '../generated/rows.ts'

type CustomObjectRow = Rows['custom_objects']

const CustomField = {
  id: integer().required(),
  slug: string().required(),
  title: string().required(),
  field_type: choice(fieldTypes).required(),
}

/** A record type that the tenant defined. */
export const CustomObjectShape = {
  ...identity,
  name_singular: string(),
  name_plural: string(),
  slug: string().unique(),
  fields: listOf(object(CustomField)).computed((tx, { id }: CustomObjectRow) =>
    tx
      .where('custom_fields', { custom_object_id: id })
      .map(({ id: field, slug, title, field_type }) => ({ id: field, slug, title, field_type })),
  ),
}

const commonOptions = { scopes: ['settings:read'], flag: 'Custom objects', beta: true } as const

const names = [
  ['Vehicle', 'Vehicles'],
  ['Laptop', 'Laptops'],
  ['Sponsor', 'Sponsors'],
] as const

export default resource(
  'custom_objects',
  CustomObjectShape,
  { singular: 'CustomObject', path: '/custom/objects' },
  ({ list }) => ({
    operations: {
      get_custom_objects: list(commonOptions),
      get_custom_object_by_object_slug: operation({
        ...commonOptions,
        method: 'GET',
        path: '/custom/objects/{object_slug}',
        params: { object_slug: string() },
        presenter: record('custom_objects'),
        example: (tx) => ({
          params: { object_slug: tx.where('custom_objects', {})[0]?.slug ?? '' },
        }),
        handle(tx, { object_slug }) {
          const [found] = tx.where('custom_objects', { slug: object_slug })
          if (found) return found
          throw notFound(`there is no custom object "${object_slug}"`)
        },
      }),
    },

    recipe: {
      rowCounts: rowCounts(1, 3, 3),
      isShared: true,
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
