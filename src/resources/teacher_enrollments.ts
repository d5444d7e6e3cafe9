import { amounts, identity, ref, resource, stamps } from '../define.ts'

/** A teacher's part in a planned course. */
export const TeacherEnrollment = {
  ...identity,
  planned_course_id: ref('planned_courses'),
  teacher_id: ref('teachers'),
  ...stamps,
}

export default resource(
  'teacher_enrollments',
  TeacherEnrollment,
  { one: 'TeacherEnrollment' },
  () => ({
    recipe: {
      amounts: amounts(2, 100, 2_000),
      fields: {
        planned_course_id: ({ number, tx, pick }) =>
          tx.find('planned_courses', number)?.id ?? pick('planned_courses'),
      },
    },
  }),
)
