import {
  rowCounts,
  assumed,
  identity,
  lifecycleEvents,
  resource,
  timestamps,
  string,
} from '../define/define.ts'
import { Address, addressUpdateBody, addressCreateBody } from './shared/address.ts'
import { demoAddress, townNames } from './demo/addresses.ts'
import { cycleName } from './demo/demo-names.ts'

const keepsUsedLocation = assumed(
  'course_location.used',
  'deleting a location with rooms or courses is refused with 422',
  {
    reason: 'the contract lists 422 for its deletion',
    alternatives: { alternative: 'a location can be deleted while records refer to it' },
  },
)

/** A location where courses take place. */
export const CourseLocationShape = { ...identity, name: string(), address: Address, ...timestamps }

const { name } = CourseLocationShape

export default resource(
  'course_locations',
  CourseLocationShape,
  { singular: 'CourseLocation' },
  (verbs) => ({
    events: lifecycleEvents('course_location'),

    operations: {
      get_course_locations: verbs.list({ scopes: ['settings:read'] }),
      create_course_location: verbs.create({
        scopes: ['settings:modify'],
        body: { name: name.required(), address_attributes: addressCreateBody() },
      }),
      get_course_location_by_id: verbs.show({ scopes: ['settings:read'] }),
      update_course_location_by_id: verbs.update({
        scopes: ['settings:modify'],
        body: { name, address_attributes: addressUpdateBody() },
      }),
      delete_course_location_by_id: verbs.destroy({
        scopes: ['destroyable_settings:destroy'],
        unlessReferenced: keepsUsedLocation,
      }),
    },

    recipe: {
      rowCounts: rowCounts(1, 6, 20),
      isShared: true,
      fields: {
        name: ({ number }) => `${cycleName(number, townNames)} Campus`,
        address: ({ random, number, row }) =>
          demoAddress(random, row['name'], townNames[(number - 1) % townNames.length]),
      },
    },
  }),
)
