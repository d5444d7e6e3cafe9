import {
  amounts,
  equals,
  identity,
  type LooseRow,
  type Making,
  number,
  ref,
  resource,
  string,
  timestamp,
  type Tx,
} from '../define.ts'
import { afterTheCourse } from './parts/demo-moments.ts'
import { isLikelyPassed } from './parts/enrollment-demo.ts'

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
    plain: { student_id: ({ row, tx }: Making) => studentOf(tx, row) },
    makes: ['enrollment_id'],
    fields: {
      student_id: ({ parent }) => parent('enrollment_id')['student_id'],
      enrollment_id: passedEnrollment,
      course_id: ({ row, tx }) => {
        const enrollment = tx.find('enrollments', row['enrollment_id'])
        return tx.find('planned_courses', enrollment?.planned_course_id)?.course_id ?? null
      },
      credits: ({ chance }) => chance.integer(1, 12) / 2,
      description: ({ chance }) => chance.pick([null, 'Attended in full', 'Passed the test']),
      created_at: (making) =>
        afterTheCourse(making, making.tx.find('enrollments', making.row['enrollment_id']) ?? {}),
    },
    parents: {
      enrollment_id: ({ row }) => ({
        graduation_state: 'passed',
        ...(row['student_id'] && { student_id: row['student_id'] }),
      }),
    },
  },
}))

/**
 * The enrollment of the credit with this number: of those that are likely passed, the one at the same place.
 * Where it is not passed after all there is no credit, so that the others keep theirs.
 */
function passedEnrollment(making: Making): number | null {
  const { tx, number } = making
  const [before] = tx.walk('credits', { reverse: true })
  const [newest] = tx.walk('enrollments', { reverse: true })
  let missing = number - (before?.id ?? 0)
  for (let id = (before?.enrollment_id ?? 0) + 1; id <= (newest?.id ?? 0); id += 1) {
    if (isLikelyPassed(making, id)) missing -= 1
    if (missing > 0) continue
    const found = tx.find('enrollments', id)
    return found?.status === 'completed' && found.graduation_state === 'passed' ? id : null
  }
  return null
}

const studentOf = (tx: Tx, { enrollment_id }: LooseRow): number | undefined =>
  tx.find('enrollments', enrollment_id)?.student_id
