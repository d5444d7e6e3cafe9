import { amounts, assumed, identity, resource, stamps, string, lifecycle } from '../define/define.ts'

const usedRole = assumed('teacher_role.used', 'a role that teachers have is kept; 422', {
  because: 'the contract lists 422 for its deletion',
  instead: 'a role can be deleted whoever has it',
})

/** What a teacher does on a course. */
export const TeacherRole = { ...identity, name: string(), ...stamps }

const name = TeacherRole.name.required()
const names = ['Lead teacher', 'Co-teacher', 'Guest speaker', 'Examiner', 'Coach']
const flagInReference = 'Teacher roles'
const reads = { scopes: ['courses:read'], flagInReference } as const
const writes = { scopes: ['courses:modify'], flagInReference } as const

export default resource('teacher_roles', TeacherRole, { one: 'TeacherRole' }, (verbs) => ({
  events: lifecycle('teacher_role'),
  operations: {
    get_teacher_roles: verbs.list(reads),
    create_teacher_role: verbs.create({ ...writes, body: { name } }),
    get_teacher_role_by_id: verbs.show(reads),
    update_teacher_role_by_id: verbs.update({ ...writes, body: { name } }),
    delete_teacher_role_by_id: verbs.destroy({
      scopes: ['courses:destroy'],
      flagInReference,
      unlessUsed: usedRole,
    }),
  },
  recipe: {
    amounts: amounts(1, 5, 5),
    fields: { name: ({ number }) => names[number - 1] ?? `Role ${number}` },
  },
}))
