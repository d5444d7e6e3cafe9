import * as d from '../../engine/define/define.ts'
import {
  customPropertiesField,
  customPropertiesBody,
  customLinksField,
  customLinksBody,
} from '../fields/custom-properties.ts'
import { findEducator } from '../fields/first-record.ts'
import { assertParticipantLimits, nonNegative, numberOfDays } from '../fields/number-limits.ts'
import { externalLinkBody, externalLinkFlag, resolveLmsLink } from '../fields/lms-links.ts'
import { costSchemeField, currencies, tenantCurrency, assertCost } from '../fields/money.ts'
import { plannedCourseRecipe } from './planned_courses.demo.ts'
import { hasFreePlaces, countTakenPlaces } from '../rules/course-places.ts'
import {
  updateEnrollmentDates,
  courseStatusAfterDateChange,
  courseDurationDays,
  assertCourseDates,
  countRequestedPlaces,
  courseStatusOn,
} from '../rules/planned-course-schedule.ts'
import { cancelCourseEnrollments } from '../rules/order-places.ts'
import { activeTeacherExample, assignTeachers } from '../rules/teacher-assignment.ts'
import type { Rows } from '../generated/rows.ts'
import { acceptsFewerPlaces, cancelablePlannedCourse } from '../behaviours/planning.ts'

type PlannedCourseRow = Rows['planned_courses']

const types = ['FixedPlannedCourse', 'FlexiblePlannedCourse'] as const
const statuses = ['planned', 'active', 'completed', 'canceled'] as const
const PlannedCourseShape = {
  ...d.identity,
  status: d.choice(statuses).defaultsTo('planned'),
  availability_state: d.choice(['open', 'closed']).defaultsTo('open'),
  is_published: d.boolean().defaultsTo(false),
  course_id: d.ref('courses'),
  type: d.choice(types),
  start_date: d.date(),
  end_date: d.date().nullable(),
  min_participants: d.integer().nullable(),
  max_participants: d.integer().nullable(),
  cost_scheme: costSchemeField().defaultsTo('student'),
  cost: d.decimal().nullable(),
  course_variant_id: d.ref('course_variants').nullable(),
  course_location_id: d.ref('course_locations').nullable(),
  external_link: d.string().nullable().requiresFlag(externalLinkFlag),
  ...d.timestamps,
  lms_link: d
    .string()
    .nullable()
    .computed((tx, row: PlannedCourseRow) => resolveLmsLink(tx, row)),
  duration_in_days: d
    .integer()
    .nullable()
    .computed((tx, row: PlannedCourseRow) => courseDurationDays(tx, row)),
  payable: d
    .boolean()
    .computed((_, { cost_scheme }: PlannedCourseRow) => ['student', 'order'].includes(cost_scheme)),
  current_participants: d
    .integer()
    .computed((tx, { id }: PlannedCourseRow) => countTakenPlaces(tx, id)),
  confirmed_active_and_completed_enrollments_count: d
    .integer()
    .computed((tx, { id }: PlannedCourseRow) => countTakenPlaces(tx, id)),
  requested_enrollments_count: d
    .integer()
    .computed((tx, { id }: PlannedCourseRow) => countRequestedPlaces(tx, id)),
  available_places: d.boolean().computed((tx, row: PlannedCourseRow) => hasFreePlaces(tx, row)),
  currency: d.choice(currencies).computed((tx) => tenantCurrency(tx)),
  cost_multiplier: d
    .string()
    .nullable()
    .computed((tx) => findEducator(tx)?.default_invoice_vat_multiplier ?? null),
  duration: d.integer().limitedTo(numberOfDays).nullable().hidden(),
  custom: customPropertiesField('catalog_variants').hidden(),
  custom_links: customLinksField(),
}

const patch = {
  is_published: d.boolean(),
  course_id: d.ref('courses'),
  start_date: d.date(),
  end_date: d.date().nullable(),
  min_participants: d.integer().nullable().limitedTo(nonNegative),
  max_participants: d.integer().nullable().limitedTo(nonNegative),
  cost_scheme: costSchemeField(),
  cost: d.decimal().nullable().limitedTo(nonNegative),
  course_variant_id: d.ref('course_variants').nullable(),
  course_location_id: d.ref('course_locations').nullable(),
  duration: d.number().limitedTo(numberOfDays),
  teacher_ids: d.listOf(d.ref('teachers').asText()),
  custom: customPropertiesBody('catalog_variants'),
  custom_associations: customLinksBody('catalog_variants'),
  external_link: externalLinkBody(),
}

const createBody = {
  ...patch,
  course_id: patch.course_id.required(),
  type: d.choice(types).required(),
  cost: patch.cost.required(),
  teacher_ids: d.refs('teachers'),
}

const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const

/** The filters of both lists of planned courses. */
const filters = {
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

/** The dates of a flexible course cause no transitions. */
const onlyFixedCourses = { type: 'FixedPlannedCourse' } as const

/** With the alternative, refuses a maximum below the number of participants. */
function assertPlacesForAll(
  tx: d.Tx,
  id: number,
  { max_participants: max }: { readonly max_participants?: number | null },
): void {
  if (typeof max !== 'number' || max >= countTakenPlaces(tx, id)) return
  if (tx.assumes(acceptsFewerPlaces)) return
  throw d.unprocessable(
    { max_participants: ['is below the number of participants'] },
    acceptsFewerPlaces,
  )
}

export default d.resource(
  'planned_courses',
  PlannedCourseShape,
  { singular: 'PlannedCourse' },
  (verbs) => ({
    description: 'A scheduled course with its own dates, places and price.',

    events: d.lifecycleEvents('planned_course', 'canceled', 'teacher_attendees_changed'),
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
          ...filters,
          min_cost: d.customFilter(
            d.number(),
            ({ cost }: PlannedCourseRow, min) => cost !== null && Number(cost) >= min,
          ),
          course_id: d.oneOf('course_id'),
          status: d.oneOf('status'),
        },
        sorts: ['start_date'],
      }),
      get_planned_course_by_id: verbs.show({ scopes: reads }),
      get_planned_courses_by_course_id: verbs.list({
        path: '/courses/{course_id}/planned_courses',
        params: { course_id: d.ref('courses') },
        scopes: reads,
        filters: { ...filters, status: d.equals('status') },
        sorts: ['start_date'],
      }),
      get_planned_courses_by_id_and_course_id: d.operation({
        method: 'GET',
        path: '/courses/{course_id}/planned_courses/{id}',
        params: { course_id: d.ref('courses') },
        scopes: reads,
        presenter: d.record('planned_courses'),
        handle(tx, { course_id, id }) {
          const planned = tx.get('planned_courses', id)
          if (planned.course_id === course_id) return planned
          throw d.notFound(`planned course ${id} does not belong to course ${course_id}`)
        },
      }),

      create_planned_course: d.operation({
        method: 'POST',
        path: '/planned_courses',
        scopes: writes,
        body: createBody,
        presenter: d.created('planned_courses'),
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
            ...d.toStoredValues(createBody, sent),
            ...dates,
            status: courseStatusOn(tx.today, dates),
          })
          if (teacher_ids) assignTeachers(tx, planned.id, teacher_ids)
          return planned
        },
      }),

      update_planned_course_by_id: d.operation({
        method: 'PUT',
        path: '/planned_courses/{id}',
        scopes: writes,
        body: patch,
        presenter: d.record('planned_courses'),
        example: activeTeacherExample,
        handle(tx, { id, body: { teacher_ids, ...sent } }) {
          const before = tx.get('planned_courses', id)
          const values: Partial<PlannedCourseRow> = d.toStoredValues(patch, sent, before)
          assertCost(tx, sent, before)
          const next = { ...before, ...values }
          assertCourseDates(tx, next)
          assertParticipantLimits(tx, sent, before)
          assertPlacesForAll(tx, id, sent)
          const isMoved = next.start_date !== before.start_date || next.end_date !== before.end_date
          if (isMoved) values.status = courseStatusAfterDateChange(tx, next)
          const after = tx.update('planned_courses', id, values)
          if (isMoved) updateEnrollmentDates(tx, after)
          if (teacher_ids) assignTeachers(tx, id, teacher_ids)
          return tx.get('planned_courses', id)
        },
      }),

      cancel_planned_course_by_id: d.operation({
        method: 'PUT',
        path: '/planned_courses/{id}/cancel',
        scopes: ['courses:destroy'],
        presenter: d.record('planned_courses'),
        example: d.exampleWhere('planned_courses', ({ status }) => status === 'planned'),
        handle(tx, { id }) {
          const planned = tx.get('planned_courses', id)
          if (planned.status !== 'planned' && planned.status !== 'active') {
            if (!tx.assumes(cancelablePlannedCourse)) return planned
            throw d.unprocessable({ status: [`is ${planned.status}`] }, cancelablePlannedCourse)
          }
          cancelCourseEnrollments(tx, id)
          return tx.update('planned_courses', id, { status: 'canceled' }, 'planned_course.canceled')
        },
      }),
    },

    acts: {
      cancel_planned_course: d.actFromOperation('cancel_planned_course_by_id', {
        summary: 'Cancels a planned course and its enrollments.',
        idInput: { planned_course_id: d.ref('planned_courses').required().alias('planned_course') },
      }),
    },

    listChanges: { hide: 'cancel_planned_course' },
    recipe: plannedCourseRecipe,
  }),
)
