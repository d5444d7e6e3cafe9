/** The latest grade of an enrollment. */
import { identity, integer, timestamps, string, type Tx } from '../../define/define.ts'

export const LatestGradeShape = {
  ...identity,
  grader_id: integer(),
  result: string(),
  grade: string().nullable(),
  score: string().nullable(),
  gradeable_id: integer(),
  gradeable_type: string(),
  comment: string().nullable(),
  ...timestamps,
}

export function findLatestGrade(tx: Tx, type: 'Enrollment' | 'Program::Enrollment', id: number) {
  const newest = tx.where('grades', { gradeable_type: type, gradeable_id: id }).at(-1)
  return newest ? tx.serialize('grades', newest) : null
}
