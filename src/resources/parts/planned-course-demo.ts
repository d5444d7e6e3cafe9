/** How believable planned courses are made: their dates follow from the state that they are in. */
import { amounts, type Recipe } from '../../define.ts'
import type { Rows } from '../rows.ts'
import { daysAfter } from './dates.ts'
import { costSchemes } from './money.ts'

const fixed = 'FixedPlannedCourse'
const flexible = 'FlexiblePlannedCourse'

export const plannedCourseRecipe: Recipe = {
  amounts: amounts(4, 120, 20_000),
  plain: { type: fixed, status: 'planned', is_published: true },
  before: ({ row }) => row['start_date'],
  fields: {
    type: ({ chance }) => (chance.next() < 0.15 ? flexible : fixed),
    status: ({ row, chance }) =>
      row['type'] === flexible ? 'active' : chance.pick(statusesOfDemo),
    start_date: ({ row, chance, day }) => day(chance.integer(...startsOfDemo(row['status']))),
    end_date: ({ row, chance, day }) => {
      if (row['type'] === flexible) return null
      const from = row['status'] === 'active' ? day(1) : row['start_date']
      return daysAfter(from, chance.integer(0, 12))
    },
    duration: ({ row, chance }) => (row['type'] === flexible ? chance.integer(5, 90) : null),
    course_id: ({ number, pick, tx }) => (number <= tx.count('courses') ? number : pick('courses')),
    cost_scheme: ({ parent }) => parent('course_id')['cost_scheme'],
    cost: ({ parent, row }) =>
      costSchemes.indexOf(row['cost_scheme']) < 2 ? parent('course_id')['cost'] : null,
    is_published: ({ chance }) => chance.next() < 0.9,
    availability_state: ({ chance }) => (chance.next() < 0.1 ? 'closed' : 'open'),
    min_participants: ({ chance }) => chance.pick([null, 4, 6]),
    max_participants: ({ chance }) => chance.pick([null, 12, 16, 20]),
    course_variant_id: ({ pick }) => pick('course_variants'),
    course_location_id: ({ pick }) => pick('course_locations'),
    external_link: ({ number, chance }) =>
      chance.next() < 0.6 ? `https://lms.example.test/courses/${number}` : null,
  },
}

const statusesOfDemo = [
  ...(['planned', 'planned', 'planned', 'planned', 'active', 'active', 'active'] as const),
  ...(['completed', 'completed', 'completed', 'canceled'] as const),
]

/** Days from the start of the world between which a course in this state may begin. */
function startsOfDemo(status: Rows['planned_courses']['status']): [number, number] {
  if (status === 'planned') return [3, 120]
  if (status === 'active') return [-20, 0]
  return status === 'completed' ? [-400, -40] : [-90, 90]
}
