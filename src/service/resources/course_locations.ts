import * as d from '../../engine/define/define.ts'
import { fill, textsIn } from '../demo/demo-texts.ts'
import { Address, addressUpdateBody, addressCreateBody } from '../fields/address.ts'
import { demoAddress, townNames } from '../demo/addresses.ts'
import { cycleName } from '../demo/demo-names.ts'
import { keepsUsedLocation } from '../behaviours/catalog.ts'

const CourseLocationShape = {
  ...d.identity,
  name: d.string(),
  address: Address,
  ...d.timestamps,
}

const { name } = CourseLocationShape

export default d.resource(
  'course_locations',
  CourseLocationShape,
  { singular: 'CourseLocation' },
  (verbs) => ({
    description: 'A location where courses take place.',

    events: d.lifecycleEvents('course_location'),

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
      rowCounts: d.rowCounts(1, 6, 20),
      isShared: true,
      fields: {
        name: ({ number, locale }) =>
          fill(textsIn(locale).campus, { town: cycleName(number, townNames(locale)) }),
        address: (context) => {
          const towns = townNames(context.locale)
          return demoAddress(
            context,
            context.row['name'],
            towns[(context.number - 1) % towns.length],
          )
        },
      },
    },
  }),
)
