import {
  assumed,
  boolean,
  choice,
  created,
  date,
  decimal,
  equals,
  identity,
  integer,
  lifecycleEvents,
  listOf,
  notFound,
  number,
  oneOf,
  operation,
  actFromOperation,
  record,
  ref,
  refs,
  resource,
  timestamps,
  string,
  toStoredValues,
  unprocessable,
} from '../define/define.ts'
import {
  customPropertiesField,
  customPropertiesBody,
  customLinksField,
  customLinksBody,
} from './shared/custom-properties.ts'
import { findEducator } from './shared/first-record.ts'
import { assertParticipantLimits, nonNegative, numberOfDays } from './shared/number-limits.ts'
import { externalLinkFlag, resolveLmsLink } from './shared/lms-links.ts'
import { costSchemeField, currencies, tenantCurrency, assertCost } from './shared/money.ts'
import { plannedCourseRecipe } from './planned_courses.demo.ts'
import { minCostFilter, plannedCourseFilters } from './planned_courses.filters.ts'
import { hasFreePlaces, countTakenPlaces } from './rules/course-places.ts'
import {
  updateEnrollmentDates,
  courseStatusAfterDateChange,
  courseDurationDays,
  assertCourseDates,
  countRequestedPlaces,
  courseStatusOn,
} from './rules/planned-course-schedule.ts'
import { cancelCourseEnrollments } from './rules/order-places.ts'
import { activeTeacherExample, assignTeachers } from './rules/teacher-assignment.ts'
import type { Rows } from '../generated/rows.ts'

type PlannedCourseRow = Rows['planned_courses']

const types = ['FixedPlannedCourse', 'FlexiblePlannedCourse'] as const
const statuses = ['planned', 'active', 'completed', 'canceled'] as const

const cancelableStatuses = assumed(
  'planned_course.cancel.from',
  'only a planned or active course can be canceled; otherwise 422',
  {
    reason: 'the states are documented; the transitions between them are not',
    alternatives: {
      alternative: 'canceling a canceled or completed course answers 200 and changes nothing',
    },
  },
)
/** A scheduled course with its own dates, places and price. */
export const PlannedCourseShape = {
  ...identity,
  status: choice(statuses).defaultsTo('planned'),
  availability_state: choice(['open', 'closed']).defaultsTo('open'),
  is_published: boolean().defaultsTo(false),
  course_id: ref('courses'),
  type: choice(types),
  start_date: date(),
  end_date: date().nullable(),
  min_participants: integer().nullable(),
  max_participants: integer().nullable(),
  cost_scheme: costSchemeField().defaultsTo('student'),
  cost: decimal().nullable(),
  course_variant_id: ref('course_variants').nullable(),
  course_location_id: ref('course_locations').nullable(),
  external_link: string().nullable().requiresFlag(externalLinkFlag),
  ...timestamps,
  lms_link: string()
    .nullable()
    .computed((tx, row: PlannedCourseRow) => resolveLmsLink(tx, row)),
  duration_in_days: integer()
    .nullable()
    .computed((tx, row: PlannedCourseRow) => courseDurationDays(tx, row)),
  payable: boolean().computed((_, { cost_scheme }: PlannedCourseRow) =>
    ['student', 'order'].includes(cost_scheme),
  ),
  current_participants: integer().computed((tx, { id }: PlannedCourseRow) =>
    countTakenPlaces(tx, id),
  ),
  confirmed_active_and_completed_enrollments_count: integer().computed(
    (tx, { id }: PlannedCourseRow) => countTakenPlaces(tx, id),
  ),
  requested_enrollments_count: integer().computed((tx, { id }: PlannedCourseRow) =>
    countRequestedPlaces(tx, id),
  ),
  available_places: boolean().computed((tx, row: PlannedCourseRow) => hasFreePlaces(tx, row)),
  currency: choice(currencies).computed((tx) => tenantCurrency(tx)),
  cost_multiplier: string()
    .nullable()
    .computed((tx) => findEducator(tx)?.default_invoice_vat_multiplier ?? null),
  duration: integer().limitedTo(numberOfDays).nullable().hidden(),
  custom: customPropertiesField('catalog_variants').hidden(),
  custom_links: customLinksField(),
}

const patch = {
  is_published: boolean(),
  course_id: ref('courses'),
  start_date: date(),
  end_date: date().nullable(),
  min_participants: integer().nullable().limitedTo(nonNegative),
  max_participants: integer().nullable().limitedTo(nonNegative),
  cost_scheme: costSchemeField(),
  cost: decimal().nullable().limitedTo(nonNegative),
  course_variant_id: ref('course_variants').nullable(),
  course_location_id: ref('course_locations').nullable(),
  duration: number().limitedTo(numberOfDays),
  teacher_ids: listOf(ref('teachers').asText()),
  custom: customPropertiesBody('catalog_variants'),
  custom_associations: customLinksBody('catalog_variants'),
  external_link: string().nullable().requiresFlag(externalLinkFlag),
}

const createBody = {
  ...patch,
  course_id: patch.course_id.required(),
  type: choice(types).required(),
  cost: patch.cost.required(),
  teacher_ids: refs('teachers'),
}

const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const

/** The dates of a flexible course cause no transitions. */
const onlyFixedCourses = { type: 'FixedPlannedCourse' } as const

export default resource(
  'planned_courses',
  PlannedCourseShape,
  { singular: 'PlannedCourse' },
  (verbs) => ({
    events: lifecycleEvents('planned_course', 'canceled', 'teacher_attendees_changed'),
    companions: [
      {
        table: 'catalog_variants',
        values: ({ id }) => ({ variantable_type: 'PlannedCourse', variantable_id: id }),
      },
    ],
    scheduledTransitions: [
      {
        field: 'status',
        from: 'planned',
        to: 'active',
        dateField: 'start_date',
        at: 'begin',
        where: onlyFixedCourses,
      },
      {
        field: 'status',
        from: 'active',
        to: 'completed',
        dateField: 'end_date',
        at: 'end',
        where: onlyFixedCourses,
      },
    ],

    operations: {
      get_planned_courses: verbs.list({
        scopes: reads,
        filters: {
          ...plannedCourseFilters,
          min_cost: minCostFilter,
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
        filters: { ...plannedCourseFilters, status: equals('status') },
        sorts: ['start_date'],
      }),
      get_planned_courses_by_id_and_course_id: operation({
        method: 'GET',
        path: '/courses/{course_id}/planned_courses/{id}',
        params: { course_id: ref('courses') },
        scopes: reads,
        presenter: record('planned_courses'),
        handle(tx, { course_id, id }) {
          const planned = tx.get('planned_courses', id)
          if (planned.course_id === course_id) return planned
          throw notFound(`planned course ${id} does not belong to course ${course_id}`)
        },
      }),

      create_planned_course: operation({
        method: 'POST',
        path: '/planned_courses',
        scopes: writes,
        body: createBody,
        presenter: created('planned_courses'),
        example: activeTeacherExample,
        handle(tx, { body: { teacher_ids, ...sent } }) {
          assertCost(tx, sent)
          assertCourseDates(tx, sent)
          assertParticipantLimits(tx, sent)
          const dates = {
            type: sent.type,
            start_date: sent.start_date ?? tx.today,
            end_date: sent.end_date ?? null,
          }
          const planned = tx.insert('planned_courses', {
            ...toStoredValues(createBody, sent),
            ...dates,
            status: courseStatusOn(tx.today, dates),
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
        presenter: record('planned_courses'),
        example: activeTeacherExample,
        handle(tx, { id, body: { teacher_ids, ...sent } }) {
          const before = tx.get('planned_courses', id)
          const values: Partial<PlannedCourseRow> = toStoredValues(patch, sent, before)
          assertCost(tx, sent, before)
          const next = { ...before, ...values }
          assertCourseDates(tx, next)
          assertParticipantLimits(tx, sent, before)
          const isMoved = next.start_date !== before.start_date || next.end_date !== before.end_date
          if (isMoved) values.status = courseStatusAfterDateChange(tx, next)
          const after = tx.update('planned_courses', id, values)
          if (isMoved) updateEnrollmentDates(tx, after)
          if (teacher_ids) assignTeachers(tx, id, teacher_ids)
          return tx.get('planned_courses', id)
        },
      }),

      cancel_planned_course_by_id: operation({
        method: 'PUT',
        path: '/planned_courses/{id}/cancel',
        scopes: ['courses:destroy'],
        presenter: record('planned_courses'),
        handle(tx, { id }) {
          const planned = tx.get('planned_courses', id)
          if (planned.status !== 'planned' && planned.status !== 'active') {
            if (!tx.assumes(cancelableStatuses)) return planned
            throw unprocessable({ status: [`is ${planned.status}`] }, cancelableStatuses)
          }
          cancelCourseEnrollments(tx, id)
          return tx.update('planned_courses', id, { status: 'canceled' }, 'planned_course.canceled')
        },
      }),
    },

    acts: {
      cancel_planned_course: actFromOperation('cancel_planned_course_by_id', {
        summary: 'Cancels a planned course and its enrollments.',
        idInput: { planned_course_id: ref('planned_courses').required().alias('planned_course') },
      }),
    },

    listChanges: { hide: 'cancel_planned_course' },
    recipe: plannedCourseRecipe,
  }),
)
