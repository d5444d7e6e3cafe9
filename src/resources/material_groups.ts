import { rowCounts, assumed, identity, resource, timestamps, string } from '../define/define.ts'

const keepsUsedGroup = assumed(
  'material_group.used',
  'deleting a group with materials is refused with 422',
  {
    reason: 'the contract lists 422 for its deletion',
    alternatives: { alternative: 'a group can be deleted while it has materials' },
  },
)

/** A group of materials. */
export const MaterialGroupShape = { ...identity, name: string(), ...timestamps }

const { name } = MaterialGroupShape
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

export default resource(
  'material_groups',
  MaterialGroupShape,
  { singular: 'MaterialGroup' },
  (verbs) => ({
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
      rowCounts: rowCounts(1, 7, 7),
      isShared: true,
      fields: { name: ({ number }) => names[number - 1] ?? `Group ${number}` },
    },
  }),
)
