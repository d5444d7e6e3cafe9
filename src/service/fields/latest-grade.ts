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

/** Returns the grade that was created last; of several at the same time, the one with the highest id. */
export function findLatestGrade(tx: d.Tx, type: 'Enrollment' | 'Program::Enrollment', id: number) {
  const grades = tx.where('grades', { gradeable_type: type, gradeable_id: id })
  const times = grades.map(({ created_at }) => created_at)
  const newest = grades.findLast(({ created_at }) => times.every((time) => time <= created_at))
  return newest ? tx.serialize('grades', newest) : null
}
