/** The filters of the lists of planned courses. */
import {
  choice,
  customFilter,
  deprecatedFilter,
  equals,
  includesWords,
  notAfter,
  notBefore,
  number,
  oneOf,
  string,
} from '../define/define.ts'
import type { Rows } from '../generated/rows.ts'

type PlannedCourseRow = Rows['planned_courses']

export const minCostFilter = customFilter(
  number(),
  ({ cost }: PlannedCourseRow, min) => cost !== null && Number(cost) >= min,
)

export const plannedCourseFilters = {
  search: customFilter(string(), ({ course_id }: PlannedCourseRow, words, tx) => {
    const course = tx.get('courses', course_id)
    return includesWords(`${course.name} ${course.code}`, words)
  }),
  type: equals('type'),
  parents_published: customFilter(
    choice(['parents_published']),
    ({ course_id }: PlannedCourseRow, _, tx) => tx.get('courses', course_id).is_published,
  ),
  published_public: customFilter(
    choice(['published_public']),
    ({ is_published, status }: PlannedCourseRow) =>
      is_published && ['planned', 'active'].includes(status),
  ),
  start_date_from: notBefore('start_date'),
  start_date_until: notAfter('start_date'),
  availability_state: equals('availability_state'),
  id: deprecatedFilter(oneOf('id')),
} as const
