import * as d from '../../engine/define/define.ts'
import { nameAt, textsIn } from '../demo/demo-texts.ts'
import { keepsUsedRole } from '../behaviours/people.ts'

const TeacherRoleShape = { ...d.identity, name: d.string(), ...d.timestamps }

const name = TeacherRoleShape.name.required()
const flagInReference = 'Teacher roles'
const reads = { scopes: ['courses:read'], flagInReference } as const
const writes = { scopes: ['courses:modify'], flagInReference } as const

export default d.resource(
  'teacher_roles',
  TeacherRoleShape,
  { singular: 'TeacherRole' },
  (verbs) => ({
    description: 'A role of a teacher in a course.',

    events: d.lifecycleEvents('teacher_role'),
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
      rowCounts: d.rowCounts(1, 5, 5),
      isShared: true,
      fields: { name: ({ number, locale }) => nameAt(textsIn(locale).teacherRoles, number) },
    },
  }),
)
