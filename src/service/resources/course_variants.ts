import * as d from '../../engine/define/define.ts'
import { nameAt, textsIn } from '../demo/demo-texts.ts'

const CourseVariantShape = { ...d.identity, name: d.string(), ...d.timestamps }

export default d.resource(
  'course_variants',
  CourseVariantShape,
  { singular: 'CourseVariant' },
  (verbs) => ({
    description: 'A form in which courses are offered.',

    events: d.lifecycleEvents('course_variant'),

    operations: {
      get_course_variants: verbs.list({ scopes: ['settings:read'] }),
      create_course_variant: verbs.create({
        scopes: ['settings:modify', 'settings:read'],
        body: { name: CourseVariantShape.name.required() },
      }),
      get_course_variant_by_id: verbs.show({ scopes: ['settings:read'] }),
    },

    recipe: {
      rowCounts: d.rowCounts(1, 4, 6),
      isShared: true,
      fields: { name: ({ number, locale }) => nameAt(textsIn(locale).courseVariants, number) },
    },
  }),
)
