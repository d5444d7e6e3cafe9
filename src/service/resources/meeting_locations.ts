import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { Address, addressUpdateBody, addressCreateBody } from '../fields/address.ts'
import { nonNegative, nonNegativeInteger } from '../fields/number-limits.ts'
import { renumbered } from '../demo/repeated-fields.ts'
import { demoTimeInCatalog } from '../demo/timestamps.ts'
import { keepsUsedRoom } from '../behaviours/planning.ts'

const MeetingLocationShape = {
  ...d.identity,
  course_location_id: d.ref('course_locations'),
  name: d.string(),
  capacity: d.integer().nullable(),
  address: Address,
  ...d.timestamps,
}

const { name, course_location_id, capacity } = MeetingLocationShape

export default d.resource(
  'meeting_locations',
  MeetingLocationShape,
  { singular: 'MeetingLocation' },
  (verbs) => ({
    description: 'A room at a course location.',

    events: d.lifecycleEvents('meeting_location'),

    operations: {
      get_meeting_locations: verbs.list({ scopes: ['settings:read'] }),
      create_meeting_location: verbs.create({
        scopes: ['settings:modify'],
        body: {
          name: name.required(),
          course_location_id: course_location_id.required(),
          capacity: capacity.limitedTo(nonNegative),
          address_attributes: addressCreateBody(),
        },
      }),
      get_meeting_location_by_id: verbs.show({ scopes: ['settings:read'] }),
      update_meeting_location_by_id: verbs.update({
        scopes: ['settings:modify'],
        body: {
          name,
          course_location_id,
          capacity: d.number().nullable().limitedTo(nonNegativeInteger),
          address_attributes: addressUpdateBody(),
        },
      }),
      delete_meeting_location_by_id: verbs.destroy({
        scopes: ['destroyable_settings:destroy'],
        unlessReferenced: keepsUsedRoom,
      }),
      get_planning_locations: verbs.list({
        path: '/planning/locations',
        scopes: ['settings:read'],
        group: 'planning-locations',
        fields: ['id', 'course_location_id', 'name', 'capacity', 'updated_at', 'created_at'],
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(1, 30, 60),
      numbered: { name: renumbered('name') },
      fields: {
        name: ({ random, number, locale }) => `${random.pick(textsIn(locale).rooms)} ${number}`,
        capacity: ({ random }) => random.integer(2, 10) * 4,
        created_at: (context) => demoTimeInCatalog(context, 30),
      },
    },
  }),
)
