import { amounts, assumed, choice, identity, ref, resource, stamps, string } from '../define/define.ts'
import { inTurn } from './demo/demo-names.ts'
import type { Rows } from '../generated/rows.ts'

const usedMaterial = assumed('material.used', 'a material that is planned is kept; 422', {
  because: 'the contract lists 422 for its deletion',
  instead: 'a material can be deleted wherever it is planned',
})

/** A thing that meetings use. */
export const Material = {
  ...identity,
  name: string(),
  use_type: choice(['reservable', 'consumable']).initially('reservable'),
  material_group_id: ref('material_groups'),
  ...stamps,
}

const { name, use_type, material_group_id } = Material
const writes = ['settings:modify'] as const

/** What is in each group. */
const things: Readonly<Record<string, readonly string[]>> = {
  Projectors: ['Projector', 'Short-throw projector', 'Screen on a tripod'],
  Books: ['Course reader', 'Workbook', 'Exam guide', 'Pocket dictionary'],
  'First aid': ['Resuscitation dummy', 'Defibrillator trainer', 'Stretcher', 'Wound kit'],
  Laptops: ['Laptop', 'Tablet', 'Charging trolley'],
  Catering: ['Coffee and tea', 'Sandwich lunch', 'Fruit basket', 'Drinks'],
  'Workshop tools': ['Tool box', 'Soldering station', 'Flip chart', 'Moderation kit'],
  'Protective wear': ['Helmets', 'Safety harness', 'Goggles', 'Ear protection'],
}
const usedUp = ['Books', 'Catering']

export default resource('materials', Material, { one: 'Material' }, (verbs) => ({
  operations: {
    get_materials: verbs.list({ scopes: ['settings:read'] }),
    create_material: verbs.create({
      scopes: writes,
      body: { name: name.required(), use_type, material_group_id: material_group_id.required() },
    }),
    update_material_by_id: verbs.update({ scopes: writes, body: { name, material_group_id } }),
    delete_material_by_id: verbs.destroy({
      scopes: ['destroyable_settings:destroy'],
      unlessUsed: usedMaterial,
    }),
    get_planning_materials: verbs.list({
      path: '/planning/materials',
      scopes: ['settings:read'],
      group: 'planning-materials',
    }),
  },
  recipe: {
    amounts: amounts(1, 36, 36),
    fields: {
      material_group_id: ({ pickSparing }) => pickSparing('material_groups'),
      name: ({ row, parent, tx }) => {
        const { name: group } = parent('material_group_id')
        const { material_group_id } = row as Rows['materials']
        return inTurn(tx.count('materials', { material_group_id }) + 1, things[group] ?? [group])
      },
      use_type: ({ parent }) =>
        usedUp.includes(parent('material_group_id')['name']) ? 'consumable' : 'reservable',
    },
  },
}))
