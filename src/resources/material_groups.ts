import { amounts, assumed, identity, resource, stamps, string } from '../define/define.ts'

const usedGroup = assumed('material_group.used', 'a group that has materials is kept; 422', {
  because: 'the contract lists 422 for its deletion',
  instead: 'a group can be deleted whatever is in it',
})

/** A kind of material. */
export const MaterialGroup = { ...identity, name: string(), ...stamps }

const { name } = MaterialGroup
const names = [
  'Projectors',
  'Books',
  'First aid',
  'Laptops',
  'Catering',
  'Workshop tools',
  'Protective wear',
]
const reads = ['settings:read'] as const
const writes = ['settings:modify'] as const

export default resource('material_groups', MaterialGroup, { one: 'MaterialGroup' }, (verbs) => ({
  operations: {
    get_material_groups: verbs.list({ scopes: reads }),
    create_material_group: verbs.create({ scopes: writes, body: { name: name.required() } }),
    get_material_group_by_id: verbs.show({ scopes: reads }),
    update_material_group_by_id: verbs.update({ scopes: writes, body: { name } }),
    delete_material_group_by_id: verbs.destroy({
      scopes: ['destroyable_settings:destroy'],
      unlessUsed: usedGroup,
    }),
  },
  recipe: {
    amounts: amounts(1, 7, 7),
    fields: { name: ({ number }) => names[number - 1] ?? `Group ${number}` },
  },
}))
