import { amounts, identity, lifecycle, resource, stamps, string } from '../define/define.ts'

/** A form in which courses are given. */
export const CourseVariant = { ...identity, name: string(), ...stamps }

const names = ['Classroom', 'Online', 'Blended', 'In company', 'Evening', 'Weekend']

export default resource('course_variants', CourseVariant, { one: 'CourseVariant' }, (verbs) => ({
  events: lifecycle('course_variant'),

  operations: {
    get_course_variants: verbs.list({ scopes: ['settings:read'] }),
    create_course_variant: verbs.create({
      scopes: ['settings:modify', 'settings:read'],
      body: { name: CourseVariant.name.required() },
    }),
    get_course_variant_by_id: verbs.show({ scopes: ['settings:read'] }),
  },

  recipe: {
    amounts: amounts(1, 4, 6),
    fields: { name: ({ number }) => names[number - 1] ?? `Variant ${number}` },
  },
}))
