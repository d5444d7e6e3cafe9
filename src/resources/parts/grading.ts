/** The grade that a record shows: the newest of those given to it. */
import { identity, integer, ref, stamps, string, type Tx } from '../../define.ts'

export const Grade = {
  ...identity,
  grader_id: ref('users').nullable(),
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
  return grades.at(-1) ?? null
}
