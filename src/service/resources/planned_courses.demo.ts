/** Generates planned courses: their dates agree with their status. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { nearestWorkday, addWorkdays } from '../demo/workdays.ts'
import { durationDays } from '../demo/course-durations.ts'
import { endForStatus, dateConflict, datePhase, startForStatus } from '../demo/status-dates.ts'
import { addDays } from '../fields/dates.ts'
import { needsCost } from '../fields/money.ts'
import {
  demoCost,
  demoCostScheme,
  demoMaximum,
  demoMinimum,
  offerConflict,
} from '../demo/offer-values.ts'
import { renumbered } from '../demo/repeated-fields.ts'

const fixed = 'FixedPlannedCourse'
const flexible = 'FlexiblePlannedCourse'

export const plannedCourseRecipe: d.Recipe = {
  rowCounts: d.rowCounts(4, 120, 20_000),
  numbered: { external_link: renumbered('external_link') },
  defaults: {
    type: fixed,
    is_published: true,
    status: (context: d.RecipeContext) =>
      context.row['type'] === flexible
        ? 'active'
        : statusByPhase[datePhase(context.row, context) ?? 'upcoming'],
  },
  createdBefore: ({ row }) => row['start_date'],
  conflict: (context) => dateConflict(context) ?? offerConflict(context),
  fields: {
    type: ({ random }) => (random.next() < 0.15 ? flexible : fixed),
    status: ({ row, random }) => (row['type'] === flexible ? 'active' : random.pick(demoStatuses)),
    course_id: ({ number, pick, tx }) => (number <= tx.count('courses') ? number : pick('courses')),
    start_date: (context) => {
      const { row, random, day } = context
      const preferred = day(random.integer(...demoStartRange(row['status'])))
      const hasBegun = row['status'] === 'active' || row['status'] === 'completed'
      return startForStatus(nearestWorkday(preferred, hasBegun ? -1 : 1), row, context)
    },
    end_date: (context) => {
      const { row, random, day, parent } = context
      if (row['type'] === flexible) return null
      const lastDay = addWorkdays(row['start_date'], durationDays(parent('course_id')) - 1)
      const earliest = row['status'] === 'active' && lastDay < day(1) ? day(1) : lastDay
      return endForStatus(addWorkdays(earliest, random.integer(0, 8)), row, context)
    },
    duration: (context) => (context.row['type'] === flexible ? flexibleDays(context) : null),
    cost_scheme: (context) => demoCostScheme(context, context.parent('course_id')['cost_scheme']),
    cost: (context) =>
      needsCost(context.row['cost_scheme'])
        ? demoCost(context, context.parent('course_id')['cost'])
        : null,
    is_published: ({ random, parent }) =>
      parent('course_id')['is_published'] && random.next() < 0.9,
    availability_state: ({ random }) => (random.next() < 0.1 ? 'closed' : 'open'),
    min_participants: (context) => demoMinimum(context, context.random.pick([null, 4, 6])),
    max_participants: (context) => demoMaximum(context, context.random.pick([null, 12, 16, 20])),
    course_variant_id: ({ pick }) => pick('course_variants'),
    course_location_id: ({ pick }) => pick('course_locations'),
    external_link: ({ number, random }) =>
      random.next() < 0.6 ? `https://lms.example.test/courses/${number}` : null,
  },
}

/** Returns a duration. No enrollment ends in the first days of the world, so that tests see their own changes only. */
function flexibleDays({ row, random, day }: d.RecipeContext): number {
  const days = random.integer(5, 90)
  const end = addDays(row['start_date'], days - 1)
  return day(-1) <= end && end <= day(2) ? days + 7 : days
}

const statusByPhase = { upcoming: 'planned', ongoing: 'active', past: 'completed' } as const

const demoStatuses = [
  ...(['planned', 'planned', 'planned', 'planned', 'active', 'active', 'active'] as const),
  ...(['completed', 'completed', 'completed', 'canceled'] as const),
]

/** Returns the range of start days for a course with this status, relative to the start of the world. */
function demoStartRange(status: Rows['planned_courses']['status']): [number, number] {
  if (status === 'planned') return [3, 120]
  if (status === 'active') return [-20, 0]
  return status === 'completed' ? [-400, -40] : [-90, 90]
}
