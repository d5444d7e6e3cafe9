import { amounts, equals, identity, number, ref, resource, string, timestamp } from '../define.ts'

/** Credits that a student earned. */
export const Credit = {
  ...identity,
  student_id: ref('users'),
  credits: number(),
  description: string().nullable(),
  course_id: ref('courses').nullable(),
  enrollment_id: ref('enrollments').nullable(),
  created_at: timestamp(),
}

export default resource('credits', Credit, { one: 'Credit' }, ({ list }) => ({
  operations: {
    get_credits: list({ scopes: ['settings:read'], filters: { student_id: equals('student_id') } }),
  },
  recipe: {
    amounts: amounts(1, 60, 5_000),
    plain: { enrollment_id: null, course_id: null },
    fields: {
      enrollment_id: ({ number: n, tx, pick }) =>
        tx.find('enrollments', n)?.id ?? pick('enrollments'),
      student_id: ({ row, tx, pick }) =>
        tx.find('enrollments', row['enrollment_id'])?.student_id ?? pick('users'),
      course_id: ({ row, tx }) => {
        const enrollment = tx.find('enrollments', row['enrollment_id'])
        return tx.find('planned_courses', enrollment?.planned_course_id)?.course_id ?? null
      },
      credits: ({ chance }) => chance.integer(1, 12) / 2,
      description: ({ chance }) => chance.pick([null, 'Attended in full', 'Passed the test']),
    },
  },
}))
