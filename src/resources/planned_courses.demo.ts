/** How believable planned courses are made: their dates follow from the state that they are in. */
import { rowCounts, type RecipeContext, type Recipe } from '../define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { nearestWorkday, addWorkdays } from './shared/dates.ts'
import { endForStatus, dateConflict, datePhase, startForStatus } from './demo/status-dates.ts'
import { costSchemes } from './shared/money.ts'

const fixed = 'FixedPlannedCourse'
const flexible = 'FlexiblePlannedCourse'

export const plannedCourseRecipe: Recipe = {
  rowCounts: rowCounts(4, 120, 20_000),
  defaults: {
    type: fixed,
    is_published: true,
    status: (making: RecipeContext) =>
      making.row['type'] === flexible
        ? 'active'
        : statusByPhase[datePhase(making.row, making) ?? 'ahead'],
  },
  createdBefore: ({ row }) => row['start_date'],
  conflict: dateConflict,
  fields: {
    type: ({ random }) => (random.next() < 0.15 ? flexible : fixed),
    status: ({ row, random }) => (row['type'] === flexible ? 'active' : random.pick(demoStatuses)),
    course_id: ({ number, pick, tx }) => (number <= tx.count('courses') ? number : pick('courses')),
    start_date: (making) => {
      const { row, random, day } = making
      const usual = day(random.integer(...demoStartRange(row['status'])))
      const begun = row['status'] === 'active' || row['status'] === 'completed'
      return startForStatus(nearestWorkday(usual, begun ? -1 : 1), row, making)
    },
    end_date: (making) => {
      const { row, random, day, parent } = making
      if (row['type'] === flexible) return null
      const taught = addWorkdays(
        row['start_date'],
        parseDurationDays(parent('course_id')['duration']) - 1,
      )
      const least = row['status'] === 'active' && taught < day(1) ? day(1) : taught
      return endForStatus(addWorkdays(least, random.integer(0, 8)), row, making)
    },
    duration: ({ row, random }) => (row['type'] === flexible ? random.integer(5, 90) : null),
    cost_scheme: ({ parent }) => parent('course_id')['cost_scheme'],
    cost: ({ parent, row }) =>
      costSchemes.indexOf(row['cost_scheme']) < 2 ? parent('course_id')['cost'] : null,
    is_published: ({ random, parent }) =>
      parent('course_id')['is_published'] && random.next() < 0.9,
    availability_state: ({ random }) => (random.next() < 0.1 ? 'closed' : 'open'),
    min_participants: ({ random }) => random.pick([null, 4, 6]),
    max_participants: ({ random }) => random.pick([null, 12, 16, 20]),
    course_variant_id: ({ pick }) => pick('course_variants'),
    course_location_id: ({ pick }) => pick('course_locations'),
    external_link: ({ number, random }) =>
      random.next() < 0.6 ? `https://lms.example.test/courses/${number}` : null,
  },
}

const statusByPhase = { ahead: 'planned', on: 'active', over: 'completed' } as const

/** How many days a course takes that says so in words: "6 days". */
const parseDurationDays = (duration: string | null): number =>
  Number(/^(\d+) days?$/.exec(duration ?? '')?.[1] ?? 1)

const demoStatuses = [
  ...(['planned', 'planned', 'planned', 'planned', 'active', 'active', 'active'] as const),
  ...(['completed', 'completed', 'completed', 'canceled'] as const),
]

/** Days from the start of the world between which a course in this state may begin. */
function demoStartRange(status: Rows['planned_courses']['status']): [number, number] {
  if (status === 'planned') return [3, 120]
  if (status === 'active') return [-20, 0]
  return status === 'completed' ? [-400, -40] : [-90, 90]
}
