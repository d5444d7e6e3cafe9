import {
  rowCounts,
  assumed,
  identity,
  resource,
  timestamps,
  string,
  lifecycleEvents,
} from '../define/define.ts'

const keepsUsedRole = assumed(
  'teacher_role.used',
  'deleting a role that teachers have is refused with 422',
  {
    reason: 'the contract lists 422 for its deletion',
    alternatives: { alternative: 'a role can be deleted while teachers have it' },
  },
)

/** A role of a teacher in a course. */
export const TeacherRoleShape = { ...identity, name: string(), ...timestamps }

const name = TeacherRoleShape.name.required()
const names = ['Lead teacher', 'Co-teacher', 'Guest speaker', 'Examiner', 'Coach']
const flagInReference = 'Teacher roles'
const reads = { scopes: ['courses:read'], flagInReference } as const
const writes = { scopes: ['courses:modify'], flagInReference } as const

export default resource(
  'teacher_roles',
  TeacherRoleShape,
  { singular: 'TeacherRole' },
  (verbs) => ({
    events: lifecycleEvents('teacher_role'),
    operations: {
      get_teacher_roles: verbs.list(reads),
      create_teacher_role: verbs.create({ ...writes, body: { name } }),
      get_teacher_role_by_id: verbs.show(reads),
      update_teacher_role_by_id: verbs.update({ ...writes, body: { name } }),
      delete_teacher_role_by_id: verbs.destroy({
        scopes: ['courses:destroy'],
        flagInReference,
        unlessReferenced: keepsUsedRole,
      }),
    },
    recipe: {
      rowCounts: rowCounts(1, 5, 5),
      isShared: true,
      fields: { name: ({ number }) => names[number - 1] ?? `Role ${number}` },
    },
  }),
)
