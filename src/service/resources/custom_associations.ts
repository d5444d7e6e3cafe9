import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { objectTypes } from '../fields/custom-field-types.ts'
import { cycleName } from '../demo/demo-names.ts'
import { slugify } from '../fields/slugs.ts'
import type { Rows } from '../generated/rows.ts'

const CustomAssociationShape = {
  ...d.identity,
  name: d.string(),
  slug: d.string(),
  object_type: d.choice(objectTypes).indexed().hidden(),
  custom_object_id: d.ref('custom_objects').partOf().hidden(),
  custom_object: d
    .object({
      id: d.integer().required(),
      name_singular: d.string().required(),
      name_plural: d.string().required(),
      slug: d.string().required(),
    })
    .computed((tx, { custom_object_id }: Rows['custom_associations']) =>
      tx.get('custom_objects', custom_object_id),
    ),
}

export default d.resource(
  'custom_associations',
  CustomAssociationShape,
  { singular: 'CustomAssociation', path: '/custom/{object_type}/associations' },
  ({ list }) => ({
    description: 'A link from records of one type to records of a custom object.',

    operations: {
      get_associations_of_object: list({
        params: { object_type: d.choice(objectTypes) },
        scopes: ['settings:read'],
        flag: 'Custom objects',
        beta: true,
        unpagedInReference: true,
      }),
    },
    recipe: {
      rowCounts: d.rowCounts(1, 30),
      isShared: true,
      fields: {
        object_type: ({ number }) => (number <= 27 ? 'catalog_products' : objectTypes[number % 5]),
        custom_object_id: ({ number, tx, pick }) =>
          tx.find('custom_objects', 1 + ((number - 1) % 3))?.id ?? pick('custom_objects'),
        name: ({ parent, row, tx, locale }) => {
          const { custom_object_id } = row as Rows['custom_associations']
          const before = tx.count('custom_associations', { custom_object_id })
          return `${parent('custom_object_id')['name_plural']} ${cycleName(before + 1, textsIn(locale).linkPurposes)}`
        },
        slug: ({ row }) => slugify(row['name']),
      },
    },
  }),
)
