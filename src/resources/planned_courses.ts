import {
  assumed,
  boolean,
  choice,
  created,
  date,
  decimal,
  deprecated,
  equals,
  hasWords,
  identity,
  integer,
  keeping,
  lifecycle,
  listOf,
  notAfter,
  notFound,
  notBefore,
  number,
  oneOf,
  operation,
  performs,
  record,
  ref,
  refs,
  resource,
  stamps,
  string,
  unprocessable,
} from '../define/define.ts'
import { custom, customBody, customLinks, customLinksBody } from './shared/custom-properties.ts'
import { insistOnLimits, notNegative, wholeAmount } from './shared/number-limits.ts'
import { linkFlag, lmsLinkOf } from './shared/lms-links.ts'
import { costScheme, currencies, currencyOf, pricedNew, pricedPatch } from './shared/money.ts'
import { plannedCourseRecipe } from './planned_courses.demo.ts'
import { hasPlaces, placesTaken } from './rules/course-places.ts'
import {
  cancelEnrollments,
  datesToEnrollments,
  durationOf,
  insistOnDates,
  requestedPlaces,
  statusOn,
} from './rules/planned-course-schedule.ts'
import { activeTeacher, assignTeachers } from './rules/teacher-assignment.ts'
import type { Rows } from '../generated/rows.ts'

type PlannedCourseRow = Rows['planned_courses']

const types = ['FixedPlannedCourse', 'FlexiblePlannedCourse'] as const
const statuses = ['planned', 'active', 'completed', 'canceled'] as const

const cancelFrom = assumed(
  'planned_course.cancel.from',
  'only a planned or an active course can be canceled; otherwise 422',
  {
    because: 'the states are known, the moves between them are not',
    instead: 'canceling a canceled or completed course answers 200 and changes nothing',
  },
)
/** A course on the calendar: an edition with its own dates, places and price. */
export const PlannedCourse = {
  ...identity,
  status: choice(statuses).initially('planned'),
  availability_state: choice(['open', 'closed']).initially('open'),
  is_published: boolean().initially(false),
  course_id: ref('courses'),
  type: choice(types),
  start_date: date(),
  end_date: date().nullable(),
  min_participants: integer().nullable(),
  max_participants: integer().nullable(),
  cost_scheme: costScheme().initially('student'),
  cost: decimal().nullable(),
  course_variant_id: ref('course_variants').nullable(),
  course_location_id: ref('course_locations').nullable(),
  external_link: string().nullable().flagged(linkFlag),
  ...stamps,
  lms_link: string()
    .nullable()
    .computed((tx, row: PlannedCourseRow) => lmsLinkOf(tx, row)),
  duration_in_days: integer()
    .nullable()
    .computed((tx, row: PlannedCourseRow) => durationOf(tx, row)),
  payable: boolean().computed((_, { cost_scheme }: PlannedCourseRow) =>
    ['student', 'order'].includes(cost_scheme),
  ),
  current_participants: integer().computed((tx, { id }: PlannedCourseRow) => placesTaken(tx, id)),
  confirmed_active_and_completed_enrollments_count: integer().computed(
    (tx, { id }: PlannedCourseRow) => placesTaken(tx, id),
  ),
  requested_enrollments_count: integer().computed((tx, { id }: PlannedCourseRow) =>
    requestedPlaces(tx, id),
  ),
  available_places: boolean().computed((tx, row: PlannedCourseRow) => hasPlaces(tx, row)),
  currency: choice(currencies).computed((tx) => currencyOf(tx)),
  cost_multiplier: string()
    .nullable()
    .computed((tx) => tx.where('educators', {})[0]?.default_invoice_vat_multiplier ?? null),
  duration: integer().nullable().hidden(),
  custom: custom('catalog_variants').hidden(),
  custom_links: customLinks(),
}

const patch = {
  is_published: boolean(),
  course_id: ref('courses'),
  start_date: date(),
  end_date: date().nullable(),
  min_participants: integer().nullable().obeying(notNegative),
  max_participants: integer().nullable().obeying(notNegative),
  cost_scheme: costScheme(),
  cost: number().nullable().obeying(notNegative),
  course_variant_id: ref('course_variants').nullable(),
  course_location_id: ref('course_locations').nullable(),
  duration: number().obeying(wholeAmount),
  teacher_ids: listOf(ref('teachers').asText()),
  custom: customBody('catalog_variants'),
  custom_associations: customLinksBody('catalog_variants'),
  external_link: string().nullable().flagged(linkFlag),
}

const createBody = {
  ...patch,
  course_id: patch.course_id.required(),
  type: choice(types).required(),
  cost: patch.cost.required(),
  teacher_ids: refs('teachers'),
}

const minCost = keeping(
  number(),
  ({ cost }: PlannedCourseRow, least) => cost !== null && Number(cost) >= least,
)

const filters = {
  search: keeping(string(), ({ course_id }: PlannedCourseRow, words, tx) => {
    const course = tx.get('courses', course_id)
    return hasWords(`${course.name} ${course.code}`, words)
  }),
  type: equals('type'),
  parents_published: keeping(
    choice(['parents_published']),
    ({ course_id }: PlannedCourseRow, _, tx) => tx.get('courses', course_id).is_published,
  ),
  published_public: keeping(
    choice(['published_public']),
    ({ is_published, status }: PlannedCourseRow) =>
      is_published && ['planned', 'active'].includes(status),
  ),
  start_date_from: notBefore('start_date'),
  start_date_until: notAfter('start_date'),
  availability_state: equals('availability_state'),
  id: deprecated(oneOf('id')),
} as const

const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const

/** The dates of a flexible course move nothing. */
const where = { type: 'FixedPlannedCourse' } as const

export default resource('planned_courses', PlannedCourse, { one: 'PlannedCourse' }, (verbs) => ({
  events: lifecycle('planned_course', 'canceled', 'teacher_attendees_changed'),
  companions: [
    {
      table: 'catalog_variants',
      values: ({ id }) => ({ variantable_type: 'PlannedCourse', variantable_id: id }),
    },
  ],
  moves: [
    { field: 'status', from: 'planned', to: 'active', on: 'start_date', at: 'begin', where },
    { field: 'status', from: 'active', to: 'completed', on: 'end_date', at: 'end', where },
  ],

  operations: {
    get_planned_courses: verbs.list({
      scopes: reads,
      filters: {
        ...filters,
        min_cost: minCost,
        course_id: oneOf('course_id'),
        status: oneOf('status'),
      },
      sorts: ['start_date'],
    }),
    get_planned_course_by_id: verbs.show({ scopes: reads }),
    get_planned_courses_by_course_id: verbs.list({
      path: '/courses/{course_id}/planned_courses',
      params: { course_id: ref('courses') },
      scopes: reads,
      filters: { ...filters, status: equals('status') },
      sorts: ['start_date'],
    }),
    get_planned_courses_by_id_and_course_id: operation({
      method: 'GET',
      path: '/courses/{course_id}/planned_courses/{id}',
      params: { course_id: ref('courses') },
      scopes: reads,
      present: record('planned_courses'),
      answer(tx, { course_id, id }) {
        const planned = tx.get('planned_courses', id)
        if (planned.course_id === course_id) return planned
        throw notFound(`planned course ${id} is not of course ${course_id}`)
      },
    }),

    create_planned_course: operation({
      method: 'POST',
      path: '/planned_courses',
      scopes: writes,
      body: createBody,
      present: created('planned_courses'),
      example: activeTeacher,
      answer(tx, { body: { teacher_ids, ...sent } }) {
        const values = pricedNew(tx, createBody, sent)
        const { cost: _, ...rest } = sent
        insistOnDates(rest)
        insistOnLimits(tx, sent)
        const dates = {
          type: sent.type,
          start_date: sent.start_date ?? tx.today,
          end_date: sent.end_date ?? null,
        }
        const planned = tx.insert('planned_courses', {
          ...values,
          ...dates,
          status: statusOn(tx.today, dates),
        })
        if (teacher_ids) assignTeachers(tx, planned.id, teacher_ids)
        return planned
      },
    }),

    update_planned_course_by_id: operation({
      method: 'PUT',
      path: '/planned_courses/{id}',
      scopes: writes,
      body: patch,
      present: record('planned_courses'),
      example: activeTeacher,
      answer(tx, { id, body: { teacher_ids, ...sent } }) {
        const before = tx.get('planned_courses', id)
        const values = pricedPatch(tx, patch, sent, before)
        const next = { ...before, ...values }
        insistOnDates(next)
        insistOnLimits(tx, sent, before)
        if (before.status !== 'canceled' && (sent.start_date || sent.end_date !== undefined)) {
          values.status = statusOn(tx.today, next)
        }
        const after = tx.update('planned_courses', id, values)
        if (after !== before) datesToEnrollments(tx, after)
        if (teacher_ids) assignTeachers(tx, id, teacher_ids)
        return tx.get('planned_courses', id)
      },
    }),

    cancel_planned_course_by_id: operation({
      method: 'PUT',
      path: '/planned_courses/{id}/cancel',
      scopes: ['courses:destroy'],
      present: record('planned_courses'),
      answer(tx, { id }) {
        const planned = tx.get('planned_courses', id)
        if (planned.status !== 'planned' && planned.status !== 'active') {
          if (!tx.takes(cancelFrom)) return planned
          throw unprocessable({ status: [`is ${planned.status}`] }, cancelFrom)
        }
        cancelEnrollments(tx, id)
        return tx.update('planned_courses', id, { status: 'canceled' }, 'planned_course.canceled')
      },
    }),
  },

  acts: {
    cancel_planned_course: performs('cancel_planned_course_by_id', {
      says: 'Cancels a planned course, and with it the enrollments on it.',
      of: { planned_course_id: ref('planned_courses').required().called('planned_course') },
    }),
  },

  recipe: plannedCourseRecipe,
}))
