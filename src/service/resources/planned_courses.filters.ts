/** The filters of the lists of planned courses. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'

type PlannedCourseRow = Rows['planned_courses']

export const minCostFilter = d.customFilter(
  d.number(),
  ({ cost }: PlannedCourseRow, min) => cost !== null && Number(cost) >= min,
)

export const plannedCourseFilters = {
  search: d.customFilter(d.string(), ({ course_id }: PlannedCourseRow, words, tx) => {
    const course = tx.get('courses', course_id)
    return d.includesWords(`${course.name} ${course.code}`, words)
  }),
  type: d.equals('type'),
  parents_published: d.customFilter(
    d.choice(['parents_published']),
    ({ course_id }: PlannedCourseRow, _, tx) => tx.get('courses', course_id).is_published,
  ),
  published_public: d.customFilter(
    d.choice(['published_public']),
    ({ is_published, status }: PlannedCourseRow) =>
      is_published && ['planned', 'active'].includes(status),
  ),
  start_date_from: d.notBefore('start_date'),
  start_date_until: d.notAfter('start_date'),
  availability_state: d.equals('availability_state'),
  id: d.deprecatedFilter(d.oneOf('id')),
} as const
