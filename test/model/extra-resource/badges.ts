/** A resource that the service does not have, in one file; `extra-resource.test.ts` adds it. */
import {
  rowCounts,
  choice,
  equals,
  identity,
  lifecycleEvents,
  ref,
  resource,
  timestamp,
  timestamps,
  string,
} from '../../../src/define/define.ts'

const levels = ['bronze', 'silver', 'gold'] as const

/** A badge that a student can earn. */
export const Badge = {
  ...identity,
  name: string().unique(),
  level: choice(levels).defaultsTo('bronze'),
  user_id: ref('users'),
  earned_at: timestamp().nullable(),
  ...timestamps,
}

const body = {
  name: string(),
  level: choice(levels),
  user_id: ref('users'),
  earned_at: timestamp(),
}

export default resource(
  'badges',
  Badge,
  { singular: 'Badge' },
  ({ list, show, create, destroy }) => ({
    events: lifecycleEvents('badge'),

    operations: {
      get_badges: list({
        scopes: ['relations:read'],
        filters: { user_id: equals('user_id') },
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
      rowCounts: rowCounts(3, 30, 60),
      fields: {
        name: ({ number }) => `Badge ${number}`,
        level: ({ random }) => random.pick(levels),
        user_id: ({ pick }) => pick('users'),
        earned_at: () => null,
      },
    },
  }),
)
