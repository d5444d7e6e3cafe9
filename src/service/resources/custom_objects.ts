import * as d from '../../engine/define/define.ts'
import { slugify } from '../fields/slugs.ts'
import { textsIn } from '../demo/demo-texts.ts'
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

function demoNames({ number, locale }: d.RecipeContext) {
  const { customObjects } = textsIn(locale)
  return customObjects[(number - 1) % customObjects.length]
}

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
        name_singular: (context) => demoNames(context)?.one,
        name_plural: (context) => demoNames(context)?.many,
        slug: ({ row, number, locale }) => {
          const slug = slugify(row['name_plural'])
          return number <= textsIn(locale).customObjects.length ? slug : `${slug}-${number}`
        },
      },
    },
  }),
)
