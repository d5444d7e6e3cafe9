import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { demoTimeAfterCourse } from '../demo/timestamps.ts'
import { isLikelyPassed } from '../demo/enrollment-status.ts'

const CreditShape = {
  ...d.identity,
  student_id: d.ref('users'),
  credits: d.number(),
  description: d.string().nullable(),
  course_id: d.ref('courses').nullable(),
  enrollment_id: d.ref('enrollments').nullable(),
  created_at: d.timestamp(),
}

export default d.resource('credits', CreditShape, { singular: 'Credit' }, ({ list }) => ({
  description: 'Credits that a student has earned.',

  operations: {
    get_credits: list({
      scopes: ['settings:read'],
      filters: { student_id: d.equals('student_id') },
    }),
  },
  recipe: {
    rowCounts: d.rowCounts(1, 60, 5_000),
    defaults: { student_id: ({ row, tx }: d.RecipeContext) => findStudentId(tx, row) },
    createsReferences: ['enrollment_id'],
    fields: {
      student_id: ({ parent }) => parent('enrollment_id')['student_id'],
      enrollment_id: passedEnrollment,
      course_id: ({ row, tx }) => {
        const enrollment = tx.find('enrollments', row['enrollment_id'])
        return tx.find('planned_courses', enrollment?.planned_course_id)?.course_id ?? null
      },
      credits: ({ random }) => random.integer(1, 12) / 2,
      description: ({ random, locale }) => random.pick([null, ...textsIn(locale).credits.notes]),
      created_at: (context) =>
        demoTimeAfterCourse(
          context,
          context.tx.find('enrollments', context.row['enrollment_id']) ?? {},
        ),
    },
    parentValues: {
      enrollment_id: ({ row }) => ({
        graduation_state: 'passed',
        ...(row['student_id'] && { student_id: row['student_id'] }),
      }),
    },
  },
}))

/**
 * Returns the enrollment of the credit with this number: the enrollment with the same rank among those that
 * are likely passed. If it is not passed, there is no credit, so that other credits keep their enrollments.
 */
function passedEnrollment(context: d.RecipeContext): number | null {
  const { tx, number } = context
  const [before] = tx.scan('credits', { reverse: true })
  const [newest] = tx.scan('enrollments', { reverse: true })
  let missing = number - (before?.id ?? 0)
  for (let id = (before?.enrollment_id ?? 0) + 1; id <= (newest?.id ?? 0); id += 1) {
    if (isLikelyPassed(context, id)) missing -= 1
    if (missing > 0) continue
    const found = tx.find('enrollments', id)
    return found?.status === 'completed' && found.graduation_state === 'passed' ? id : null
  }
  return null
}

const findStudentId = (tx: d.Tx, { enrollment_id }: d.LooseRow): number | undefined =>
  tx.find('enrollments', enrollment_id)?.student_id
