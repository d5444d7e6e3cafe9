import { amounts, assumed, identity, lifecycle, resource, stamps, string } from '../define/define.ts'
import { Address, addressPatch, addressPayload } from './shared/address.ts'
import { addressIn, townNames } from './demo/addresses.ts'
import { inTurn } from './demo/demo-names.ts'

const usedCourse = assumed(
  'course_location.used',
  'a location that has rooms or courses is kept; 422',
  {
    because: 'the contract lists 422 for its deletion',
    instead: 'it can be deleted wherever it is used',
  },
)

/** A place where courses are given. */
export const CourseLocation = { ...identity, name: string(), address: Address, ...stamps }

const { name } = CourseLocation

export default resource('course_locations', CourseLocation, { one: 'CourseLocation' }, (verbs) => ({
  events: lifecycle('course_location'),

  operations: {
    get_course_locations: verbs.list({ scopes: ['settings:read'] }),
    create_course_location: verbs.create({
      scopes: ['settings:modify'],
      body: { name: name.required(), address_attributes: addressPayload() },
    }),
    get_course_location_by_id: verbs.show({ scopes: ['settings:read'] }),
    update_course_location_by_id: verbs.update({
      scopes: ['settings:modify'],
      body: { name, address_attributes: addressPatch() },
    }),
    delete_course_location_by_id: verbs.destroy({
      scopes: ['destroyable_settings:destroy'],
      unlessUsed: usedCourse,
    }),
  },

  recipe: {
    amounts: amounts(1, 6, 20),
    fields: {
      name: ({ number }) => `${inTurn(number, townNames)} Campus`,
      address: ({ chance, number, row }) =>
        addressIn(chance, row['name'], townNames[(number - 1) % townNames.length]),
    },
  },
}))
