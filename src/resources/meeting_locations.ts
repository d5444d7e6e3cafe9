import {
  amounts,
  assumed,
  identity,
  integer,
  lifecycle,
  number,
  ref,
  resource,
  stamps,
  string,
} from '../define/define.ts'
import { Address, addressPatch, addressPayload } from './shared/address.ts'
import { notNegative, wholeAmount } from './shared/number-limits.ts'

const usedRoom = assumed(
  'meeting_location.used',
  'a room in which meetings are planned is kept; 422',
  {
    because: 'the contract lists 422 for its deletion',
    instead: 'a room can be deleted whatever is planned in it',
  },
)

/** A room. */
export const MeetingLocation = {
  ...identity,
  course_location_id: ref('course_locations'),
  name: string(),
  capacity: integer().nullable(),
  address: Address,
  ...stamps,
}

const { name, course_location_id, capacity } = MeetingLocation

export default resource(
  'meeting_locations',
  MeetingLocation,
  { one: 'MeetingLocation' },
  (verbs) => ({
    events: lifecycle('meeting_location'),

    operations: {
      get_meeting_locations: verbs.list({ scopes: ['settings:read'] }),
      create_meeting_location: verbs.create({
        scopes: ['settings:modify'],
        body: {
          name: name.required(),
          course_location_id: course_location_id.required(),
          capacity: capacity.obeying(notNegative),
          address_attributes: addressPayload(),
        },
      }),
      get_meeting_location_by_id: verbs.show({ scopes: ['settings:read'] }),
      update_meeting_location_by_id: verbs.update({
        scopes: ['settings:modify'],
        body: {
          name,
          course_location_id,
          capacity: number().nullable().obeying(wholeAmount),
          address_attributes: addressPatch(),
        },
      }),
      delete_meeting_location_by_id: verbs.destroy({
        scopes: ['destroyable_settings:destroy'],
        unlessUsed: usedRoom,
      }),
      get_planning_locations: verbs.list({
        path: '/planning/locations',
        scopes: ['settings:read'],
        group: 'planning-locations',
        fields: ['id', 'course_location_id', 'name', 'capacity', 'updated_at', 'created_at'],
      }),
    },

    recipe: {
      amounts: amounts(1, 30, 60),
      fields: {
        name: ({ chance, number: n }) => `${chance.pick(['Room', 'Hall', 'Lab', 'Studio'])} ${n}`,
        capacity: ({ chance }) => chance.integer(2, 10) * 4,
        created_at: ({ chance, moment }) =>
          moment(-chance.integer(600, 990), chance.integer(8, 18)),
      },
    },
  }),
)
