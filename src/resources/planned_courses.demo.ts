/** How believable planned courses are made: their dates follow from the state that they are in. */
import { amounts, type Making, type Recipe } from '../define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { workday, workdaysAfter } from './shared/dates.ts'
import { endFitting, misfitOfDates, phaseOf, startFitting } from './demo/status-dates.ts'
import { costSchemes } from './shared/money.ts'

const fixed = 'FixedPlannedCourse'
const flexible = 'FlexiblePlannedCourse'

export const plannedCourseRecipe: Recipe = {
  amounts: amounts(4, 120, 20_000),
  plain: {
    type: fixed,
    is_published: true,
    status: (making: Making) =>
      making.row['type'] === flexible ? 'active' : statusOf[phaseOf(making.row, making) ?? 'ahead'],
  },
  before: ({ row }) => row['start_date'],
  misfit: misfitOfDates,
  fields: {
    type: ({ chance }) => (chance.next() < 0.15 ? flexible : fixed),
    status: ({ row, chance }) =>
      row['type'] === flexible ? 'active' : chance.pick(statusesOfDemo),
    course_id: ({ number, pick, tx }) => (number <= tx.count('courses') ? number : pick('courses')),
    start_date: (making) => {
      const { row, chance, day } = making
      const usual = day(chance.integer(...startsOfDemo(row['status'])))
      const begun = row['status'] === 'active' || row['status'] === 'completed'
      return startFitting(workday(usual, begun ? -1 : 1), row, making)
    },
    end_date: (making) => {
      const { row, chance, day, parent } = making
      if (row['type'] === flexible) return null
      const taught = workdaysAfter(row['start_date'], daysIn(parent('course_id')['duration']) - 1)
      const least = row['status'] === 'active' && taught < day(1) ? day(1) : taught
      return endFitting(workdaysAfter(least, chance.integer(0, 8)), row, making)
    },
    duration: ({ row, chance }) => (row['type'] === flexible ? chance.integer(5, 90) : null),
    cost_scheme: ({ parent }) => parent('course_id')['cost_scheme'],
    cost: ({ parent, row }) =>
      costSchemes.indexOf(row['cost_scheme']) < 2 ? parent('course_id')['cost'] : null,
    is_published: ({ chance, parent }) =>
      parent('course_id')['is_published'] && chance.next() < 0.9,
    availability_state: ({ chance }) => (chance.next() < 0.1 ? 'closed' : 'open'),
    min_participants: ({ chance }) => chance.pick([null, 4, 6]),
    max_participants: ({ chance }) => chance.pick([null, 12, 16, 20]),
    course_variant_id: ({ pick }) => pick('course_variants'),
    course_location_id: ({ pick }) => pick('course_locations'),
    external_link: ({ number, chance }) =>
      chance.next() < 0.6 ? `https://lms.example.test/courses/${number}` : null,
  },
}

const statusOf = { ahead: 'planned', on: 'active', over: 'completed' } as const

/** How many days a course takes that says so in words: "6 days". */
const daysIn = (duration: string | null): number =>
  Number(/^(\d+) days?$/.exec(duration ?? '')?.[1] ?? 1)

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
