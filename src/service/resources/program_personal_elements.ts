import * as d from '../../engine/define/define.ts'
import { flaggedPrograms } from '../rules/flagged-programs.ts'

const PersonalProgramElementShape = {
  ...d.identity,
  enrollment_id: d.ref('program_enrollments').partOf(),
  course_id: d.ref('courses'),
  course_enrollment_id: d.ref('enrollments').nullable(),
  element_id: d.ref('program_elements').nullable(),
}

export default d.resource(
  'program_personal_elements',
  PersonalProgramElementShape,
  {
    singular: 'PersonalProgramElement',
    path: '/program/personal_program_elements',
    group: 'program-personal-program-elements',
    flaggedRows: flaggedPrograms,
  },
  ({ list }) => ({
    description: "An element of a student's personal program.",

    operations: {
      get_program_personal_program_elements: list({
        scopes: ['enrollments:read'],
        deprecated: true,
      }),
    },
    recipe: {
      rowCounts: d.rowCounts(2, 90, 5_000),
      fields: {
        element_id: ({ parent, tx }) =>
          tx
            .where('program_elements', { edition_id: parent('enrollment_id')['edition_id'] })
            .find(({ of_course_id }) => of_course_id !== null)?.id ?? null,
        course_id: ({ row, tx, pick }) =>
          tx.find('program_elements', row['element_id'])?.of_course_id ?? pick('courses'),
        course_enrollment_id: ({ parent, row, tx }) =>
          tx
            .where('enrollments', { student_id: parent('enrollment_id')['student_id'] })
            .find(
              ({ planned_course_id }) =>
                tx.get('planned_courses', planned_course_id).course_id === row['course_id'],
            )?.id ?? null,
      },
    },
  }),
)
