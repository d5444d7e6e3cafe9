/** A resource that the service does not have, in one file; `extra-resource.test.ts` adds it. */
import * as d from '../../../../src/engine/define/define.ts'

const levels = ['bronze', 'silver', 'gold'] as const

const Badge = {
  ...d.identity,
  name: d.string().unique(),
  level: d.choice(levels).defaultsTo('bronze'),
  user_id: d.ref('users'),
  earned_at: d.timestamp().nullable(),
  ...d.timestamps,
}

const body = {
  name: d.string(),
  level: d.choice(levels),
  user_id: d.ref('users'),
  earned_at: d.timestamp(),
}

export default d.resource(
  'badges',
  Badge,
  { singular: 'Badge' },
  ({ list, show, create, destroy }) => ({
    description: 'A badge that a student can earn.',

    events: d.lifecycleEvents('badge'),

    operations: {
      get_badges: list({
        scopes: ['relations:read'],
        filters: { user_id: d.equals('user_id') },
        sorts: ['name'],
      }),
      get_badge_by_id: show({ scopes: ['relations:read'] }),
      create_badge: create({
        scopes: ['relations:modify'],
        body: { ...body, name: body.name.required(), user_id: body.user_id.required() },
      }),
      delete_badge_by_id: destroy({ scopes: ['relations:modify'] }),
    },

    recipe: {
      rowCounts: d.rowCounts(3, 30, 60),
      fields: {
        name: ({ number }) => `Badge ${number}`,
        level: ({ random }) => random.pick(levels),
        user_id: ({ pick }) => pick('users'),
        earned_at: () => null,
      },
    },
  }),
)
