/** The latest grade of an enrollment. */
import * as d from '../../engine/define/define.ts'

export const LatestGradeShape = {
  ...d.identity,
  grader_id: d.integer(),
  result: d.string(),
  grade: d.string().nullable(),
  score: d.string().nullable(),
  gradeable_id: d.integer(),
  gradeable_type: d.string(),
  comment: d.string().nullable(),
  ...d.timestamps,
}

export function findLatestGrade(tx: d.Tx, type: 'Enrollment' | 'Program::Enrollment', id: number) {
  const newest = tx.where('grades', { gradeable_type: type, gradeable_id: id }).at(-1)
  return newest ? tx.serialize('grades', newest) : null
}
