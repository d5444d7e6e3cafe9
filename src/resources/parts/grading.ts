/** The grade that a record shows: the newest of those given to it. */
import { identity, integer, stamps, string, type Tx } from '../../define.ts'

export const Grade = {
  ...identity,
  grader_id: integer(),
  result: string(),
  grade: string().nullable(),
  score: string().nullable(),
  gradeable_id: integer(),
  gradeable_type: string(),
  comment: string().nullable(),
  ...stamps,
}

export function gradeOf(tx: Tx, type: 'Enrollment' | 'Program::Enrollment', id: number) {
  const grades = tx
    .where('grades', { gradeable_id: id })
    .filter(({ gradeable_type }) => gradeable_type === type)
  const newest = grades.at(-1)
  return newest ? tx.shown('grades', newest) : null
}
