/** Assumptions about lifecycles: dates, first states, orders and attendances. */
import type { Emulator } from 'course-admin-emulator'
import { send, statusOf } from '../../support/api-client.ts'
import { emittedEvents } from '../../support/expected-events.ts'
import type { AssumptionRows } from './row.ts'

const today = '2026-01-05'

/** Creates a running course with an active enrollment. */
function runningCourse(emulator: Emulator) {
  const { id: planned_course_id } = emulator.given('planned_courses', {
    type: 'FixedPlannedCourse',
    status: 'active',
    start_date: today,
    end_date: today,
    max_participants: 8,
  })
  const enrollment = emulator.given('enrollments', {
    planned_course_id,
    start_date: today,
    end_date: today,
    status: 'active',
    graduation_state: 'awaiting_judgement',
  })
  return { planned_course_id, enrollment }
}

/** Creates an attendance, sets it with `body`, and returns the status and the stored values. */
async function setAttendance(emulator: Emulator, status: 'active' | 'canceled', body: object) {
  const { planned_course_id, enrollment } = runningCourse(emulator)
  emulator.act.update('enrollments', enrollment.id, { status })
  const { id: meeting_id } = emulator.given('meetings', { planned_course_id })
  const pair = { meeting_id, enrollment_id: enrollment.id }
  if (status === 'active')
    emulator.given('attendances', { ...pair, state: 'late', comment: 'By train.' })
  const answer = await statusOf(emulator, 'POST', '/attendances/upsert', { ...pair, ...body })
  const stored = emulator.rows('attendances').map(({ state, comment }) => [state, comment])
  return [answer, ...stored]
}

/** Approves an order for a running course, and returns the order and its enrollment. */
function approvedOrder(emulator: Emulator) {
  const planned_course = emulator.given('planned_courses', {
    type: 'FlexiblePlannedCourse',
    status: 'active',
  })
  const order = emulator.act.requestOrder({ planned_course, students: [emulator.given('users')] })
  emulator.act.approveOrder({ order })
  const [enrollment] = emulator.rows('enrollments', { order_id: order.id })
  return { order, planned_course, enrollment: enrollment as NonNullable<typeof enrollment> }
}

const cases: AssumptionRows['cases'] = {
  'transition.reversal': {
    expected: { default: ['planned', 'confirmed'], alternative: ['completed', 'completed'] },
    async observe(emulator) {
      const { planned_course_id, enrollment } = runningCourse(emulator)
      await emulator.advance('2d')
      const dates = { start_date: '2026-02-02', end_date: '2026-02-06' }
      await send(emulator, 'PUT', `/planned_courses/${planned_course_id}`, dates)
      return [
        emulator.row('planned_courses', planned_course_id)?.status,
        emulator.row('enrollments', enrollment.id)?.status,
      ]
    },
  },
  'timestamp.fraction': {
    options: { start: '2026-03-02T09:00:00.750Z' },
    expected: {
      default: ['2026-03-02T09:00:00.750Z', '2026-03-02T09:00:02.050Z'],
      alternative: ['2026-03-02T09:00:00.000Z', '2026-03-02T09:00:02.000Z'],
    },
    async observe(emulator) {
      const created = await send(emulator, 'POST', '/course_variants', { name: 'Evening' })
      const { id } = (await created.json()) as { id: number }
      const planned = emulator.given('planned_courses')
      await emulator.advance('1300ms')
      await send(emulator, 'PUT', `/planned_courses/${planned.id}`, { max_participants: 7 })
      return [
        emulator.row('course_variants', id)?.created_at,
        emulator.row('planned_courses', planned.id)?.updated_at,
      ]
    },
  },
  'enrollment.first_state': {
    expected: {
      default: [['enrollment.created', 'active']],
      alternative: [
        ['enrollment.created', 'confirmed'],
        ['enrollment.updated', 'active'],
      ],
    },
    async observe(emulator) {
      const seen: unknown[] = []
      emulator.receiver({
        url: 'https://app.test/hooks',
        events: ['enrollment.created', 'enrollment.updated'],
        async answer(request) {
          const { event, event_data } = (await request.json()) as never
          seen.push([event, (event_data as { status: string }).status])
          return new Response()
        },
      })
      const planned_course = emulator.given('planned_courses', { type: 'FlexiblePlannedCourse' })
      emulator.act.enroll({ student: emulator.given('users'), planned_course })
      await emulator.settle()
      return seen
    },
  },
  'event.derived': {
    expected: {
      default: [[], ['enrollment.updated']],
      alternative: [
        ['enrollment.updated'],
        ['planned_course.updated', 'catalog_variant.updated', 'enrollment.updated'],
      ],
    },
    async observe(emulator) {
      const { enrollment } = runningCourse(emulator)
      const grade = { gradeable_type: 'Enrollment', gradeable_id: enrollment.id, score: 8 }
      await send(emulator, 'POST', '/grades', { ...grade, grade: null })
      const graded = emittedEvents(emulator)
      await send(emulator, 'PUT', `/enrollments/${enrollment.id}/cancel`)
      return [graded, emittedEvents(emulator).slice(graded.length)]
    },
  },
  'planned_course.max_participants': {
    expected: { default: [[200, 200], 1], alternative: [[422, 200], null] },
    async observe(emulator) {
      const { planned_course_id: id } = runningCourse(emulator)
      const other = emulator.given('enrollments', { planned_course_id: id })
      const path = `/planned_courses/${id}`
      emulator.act.update('planned_courses', id, { min_participants: null })
      const below = await statusOf(emulator, 'PUT', path, { max_participants: 1 })
      const { max_participants } = emulator.row('planned_courses', id) ?? {}
      emulator.act.update('enrollments', other.id, { status: 'canceled' })
      const equal = await statusOf(emulator, 'PUT', path, { max_participants: 1 })
      return [[below, equal], max_participants === 1 ? 1 : null]
    },
  },
  'order.kept': {
    expected: {
      default: [['active', 'active'], []],
      alternative: [
        ['canceled', 'canceled'],
        ['order.canceled', 'order.canceled'],
      ],
    },
    async observe(emulator) {
      const [first, second] = [approvedOrder(emulator), approvedOrder(emulator)]
      await send(emulator, 'PUT', `/enrollments/${first.enrollment.id}/cancel`)
      await send(emulator, 'PUT', `/planned_courses/${second.planned_course.id}/cancel`)
      const states = [first, second].map(({ order }) => emulator.row('orders', order.id)?.status)
      return [states, emittedEvents(emulator).filter((event) => event === 'order.canceled')]
    },
  },
  'catalog_variant.availability': {
    expected: {
      default: [['available', 'available', 'available'], '400.00'],
      alternative: [['not_available', 'available', 'not_available'], '500.00'],
    },
    async observe(emulator) {
      const { id: course_id } = emulator.given('courses')
      const open = { course_id, availability_state: 'open', is_published: true } as const
      const dates = { start_date: today, end_date: today }
      const places = { max_participants: 8, cost_scheme: 'student' } as const
      const [fixed, flexible] = ['FixedPlannedCourse', 'FlexiblePlannedCourse'] as const
      emulator.given('planned_courses', { ...open, ...places, ...dates, type: fixed, cost: '400' })
      emulator.given('planned_courses', { ...open, ...places, type: flexible, cost: '500' })
      emulator.given('program_editions', { ...dates, ...places })
      const variants = await (await send(emulator, 'GET', '/catalog/variants')).json()
      const course = await (await send(emulator, 'GET', `/courses/${course_id}`)).json()
      const states = (variants as { availability: string }[]).map((each) => each.availability)
      return [states, (course as { starting_price: string }).starting_price]
    },
  },
  'attendance.pair': {
    expected: {
      default: [200, ['late', 'On time.']],
      alternative: [200, ['blanco', 'On time.']],
    },
    observe: (emulator) => setAttendance(emulator, 'active', { comment: 'On time.' }),
  },
  'attendance.canceled': {
    expected: { default: [422], alternative: [200, ['attended', null]] },
    observe: (emulator) => setAttendance(emulator, 'canceled', { state: 'attended' }),
  },
}

export const lifecycles: AssumptionRows = { cases }
