import { amounts, assumed, choice, identity, ref, resource, stamps, string } from '../define.ts'

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
      name: ({ parent, number }) =>
        `${String(parent('material_group_id')['name']).replace(/s$/, '')} ${number}`,
      use_type: ({ chance }) => chance.pick(['reservable', 'reservable', 'consumable']),
      material_group_id: ({ pickSparing }) => pickSparing('material_groups'),
    },
  },
}))
