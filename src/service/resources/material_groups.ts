import * as d from '../../engine/define/define.ts'
import { fill, textsIn } from '../demo/demo-texts.ts'
import { keepsUsedGroup } from '../behaviours/catalog.ts'

const MaterialGroupShape = { ...d.identity, name: d.string(), ...d.timestamps }

const { name } = MaterialGroupShape
const reads = ['settings:read'] as const
const writes = ['settings:modify'] as const

export default d.resource(
  'material_groups',
  MaterialGroupShape,
  { singular: 'MaterialGroup' },
  (verbs) => ({
    description: 'A group of materials.',

    operations: {
      get_material_groups: verbs.list({ scopes: reads }),
      create_material_group: verbs.create({ scopes: writes, body: { name: name.required() } }),
      get_material_group_by_id: verbs.show({ scopes: reads }),
      update_material_group_by_id: verbs.update({ scopes: writes, body: { name } }),
      delete_material_group_by_id: verbs.destroy({
        scopes: ['destroyable_settings:destroy'],
        unlessReferenced: keepsUsedGroup,
      }),
    },
    recipe: {
      rowCounts: d.rowCounts(1, 7, 7),
      isShared: true,
      fields: {
        name: ({ number, locale }) => {
          const { groups, group } = textsIn(locale).materials
          return groups[number - 1]?.name ?? fill(group, { n: number })
        },
      },
    },
  }),
)
