import * as d from '../../engine/define/define.ts'
import { fieldTypes } from '../fields/custom-field-types.ts'
import type { Rows } from '../generated/rows.ts'
import { findCustomObject } from '../rules/custom-object-path.ts'

type CustomObjectRow = Rows['custom_objects']

const CustomField = {
  id: d.integer().required(),
  slug: d.string().required(),
  title: d.string().required(),
  field_type: d.choice(fieldTypes).required(),
}

const CustomObjectShape = {
  ...d.identity,
  name_singular: d.string(),
  name_plural: d.string(),
  slug: d.string().unique(),
  fields: d
    .listOf(d.object(CustomField))
    .computed((tx, { id }: CustomObjectRow) =>
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

export default d.resource(
  'custom_objects',
  CustomObjectShape,
  { singular: 'CustomObject', path: '/custom/objects' },
  ({ list }) => ({
    description: 'A record type that the tenant defined.',

    operations: {
      get_custom_objects: list(commonOptions),
      get_custom_object_by_object_slug: d.operation({
        ...commonOptions,
        method: 'GET',
        path: '/custom/objects/{object_slug}',
        params: { object_slug: d.string() },
        presenter: d.record('custom_objects'),
        example: (tx) => ({
          params: { object_slug: tx.where('custom_objects', {})[0]?.slug ?? '' },
        }),
        handle: findCustomObject,
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(1, 3, 3),
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
