import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { cycleName } from '../demo/demo-names.ts'
import type { Rows } from '../generated/rows.ts'
import { keepsUsedMaterial } from '../behaviours/catalog.ts'

const MaterialShape = {
  ...d.identity,
  name: d.string(),
  use_type: d.choice(['reservable', 'consumable']).defaultsTo('reservable'),
  material_group_id: d.ref('material_groups'),
  ...d.timestamps,
}

const { name, use_type, material_group_id } = MaterialShape
const writes = ['settings:modify'] as const

/** The positions of the groups whose materials are used up: books and catering. */
const consumableGroups = [1, 4]

const demoGroups = (locale: d.RecipeContext['locale']) => textsIn(locale).materials.groups

export default d.resource('materials', MaterialShape, { singular: 'Material' }, (verbs) => ({
  description: 'A material that meetings use.',

  operations: {
    get_materials: verbs.list({ scopes: ['settings:read'] }),
    create_material: verbs.create({
      scopes: writes,
      body: { name: name.required(), use_type, material_group_id: material_group_id.required() },
    }),
    update_material_by_id: verbs.update({ scopes: writes, body: { name, material_group_id } }),
    delete_material_by_id: verbs.destroy({
      scopes: ['destroyable_settings:destroy'],
      unlessReferenced: keepsUsedMaterial,
    }),
    get_planning_materials: verbs.list({
      path: '/planning/materials',
      scopes: ['settings:read'],
      group: 'planning-materials',
    }),
  },
  recipe: {
    rowCounts: d.rowCounts(1, 36, 36),
    fields: {
      material_group_id: ({ pickLeavingGaps }) => pickLeavingGaps('material_groups'),
      name: ({ row, parent, tx, locale }) => {
        const { name: group } = parent('material_group_id')
        const { material_group_id } = row as Rows['materials']
        const known = demoGroups(locale).find(({ name }) => name === group)
        return cycleName(tx.count('materials', { material_group_id }) + 1, known?.items ?? [group])
      },
      use_type: ({ parent, locale }) =>
        consumableGroups.some(
          (i) => demoGroups(locale)[i]?.name === parent('material_group_id')['name'],
        )
          ? 'consumable'
          : 'reservable',
    },
  },
}))
