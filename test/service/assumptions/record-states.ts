/** Assumptions about the states of records and their transitions. */
import type { Emulator } from 'course-admin-emulator'
import { send, statusOf } from '../../support/api-client.ts'
import type { AssumptionRows, CaseRow } from './row.ts'

/** A transition from an invalid state is rejected, except with the alternative. */
const moved = (
  path: (id: number) => string,
  make: (emulator: Emulator) => { id: number },
  alternative = 200,
): CaseRow => ({
  expected: { default: 422, alternative },
  observe: (emulator) => statusOf(emulator, 'PUT', path(make(emulator).id)),
})

/** Whether an act was rejected. */
function attempt(act: () => unknown): 'done' | 'refused' {
  try {
    act()
    return 'done'
  } catch {
    return 'refused'
  }
}

const cases: AssumptionRows['cases'] = {
  'enrollment.cancel.from': moved(
    (id) => `/enrollments/${id}/cancel`,
    (emulator) => emulator.given('enrollments', { status: 'canceled' }),
  ),
  'planned_course.cancel.from': moved(
    (id) => `/planned_courses/${id}/cancel`,
    (emulator) => emulator.given('planned_courses', { status: 'canceled' }),
  ),
  'program_enrollment.cancel.from': moved(
    (id) => `/program/enrollments/${id}/cancel`,
    (emulator) => emulator.given('program_enrollments', { state: 'canceled' }),
  ),
  'order.approve.from': moved(
    (id) => `/orders/${id}/approve`,
    (emulator) => emulator.given('orders', { status: 'active' }),
  ),
  'order.cancel.from': moved(
    (id) => `/orders/${id}/cancel`,
    (emulator) => emulator.given('orders', { status: 'canceled' }),
  ),
  'order.deny.from': moved(
    (id) => `/orders/${id}/deny`,
    (emulator) => emulator.given('orders', { status: 'active' }),
    204,
  ),
  'order.full': {
    expected: { default: 422, alternative: 200 },
    observe(emulator) {
      const { id: variantable_id } = emulator.given('planned_courses', { max_participants: 0 })
      const [variant] = emulator.rows('catalog_variants', { variantable_id })
      const order = emulator.given('orders', {
        catalog_variant_id: variant?.id as number,
        planned_course_id: variantable_id,
        status: 'requested',
      })
      emulator.given('order_items', { order_id: order.id })
      return statusOf(emulator, 'PUT', `/orders/${order.id}/approve`)
    },
  },
  'order.planned_course': {
    expected: { default: [422, []], alternative: [201, [2]] },
    async observe(emulator) {
      const courses = emulator.given('planned_courses', 2)
      const [, variant] = emulator.rows('catalog_variants')
      const status = await statusOf(emulator, 'POST', '/orders', {
        catalog_variant_id: variant?.id,
        planned_course_id: courses[0].id,
        creator_id: 1,
        student_ids: [1],
      })
      return [status, emulator.rows('orders').map(({ planned_course_id }) => planned_course_id)]
    },
  },
  'order.ended_course': {
    expected: { default: [422, 'requested'], alternative: [200, 'active'] },
    async observe(emulator) {
      const planned_course = emulator.given('planned_courses', { status: 'planned' })
      const students = [emulator.given('users')]
      const { id } = emulator.act.requestOrder({ planned_course, students })
      emulator.act.cancelPlannedCourse({ planned_course })
      const status = await statusOf(emulator, 'PUT', `/orders/${id}/approve`)
      return [status, emulator.row('orders', id)?.status]
    },
  },
  'email.tags.unknown': {
    expected: {
      default: [422, []],
      kept: [201, ['Hello {{user.nickname}}']],
      empty: [201, ['Hello ']],
    },
    async observe(emulator) {
      const mail = { subject: 'Hello {{user.nickname}}', body: 'Welcome' }
      const status = await statusOf(emulator, 'POST', '/users/1/emails', mail)
      return [status, emulator.rows('emails').map(({ subject }) => subject)]
    },
  },
  'order.deleted_student': {
    expected: { default: [422, 0], alternative: [200, 1] },
    async observe(emulator) {
      const planned_course = emulator.given('planned_courses', { status: 'planned' })
      const students = emulator.given('users', 2)
      const { id } = emulator.act.requestOrder({ planned_course, students })
      emulator.act.deleteUser({ user: students[1] })
      const status = await statusOf(emulator, 'PUT', `/orders/${id}/approve`)
      return [status, emulator.rows('enrollments', { order_id: id }).length]
    },
  },
  'enrollment.enroll': {
    expected: {
      default: ['refused', 'refused', 'done', 'refused'],
      alternative: ['done', 'done', 'done', 'done'],
    },
    observe({ given, act }) {
      const student = given('users')
      const full = given('planned_courses', { max_participants: 0 })
      const canceled = given('planned_courses', { status: 'canceled' })
      const open = given('planned_courses', { status: 'planned' })
      return [full, canceled, open, open].map((planned_course) =>
        attempt(() => act.enroll({ student, planned_course })),
      )
    },
  },
  'enrollment.complete.from': {
    expected: {
      default: ['canceled', 'confirmed'],
      alternative: ['completed failed', 'completed failed'],
    },
    observe: ({ given, act, row }) =>
      (['canceled', 'confirmed'] as const).map((status) => {
        const enrollment = given('enrollments', { status })
        const result = attempt(() =>
          act.completeEnrollment({ enrollment, graduation_state: 'failed' }),
        )
        const stored = row('enrollments', enrollment.id)
        return result === 'done' ? `${stored?.status} ${stored?.graduation_state}` : stored?.status
      }),
  },
  'enrollment.end_date.fixed': {
    expected: { default: [200, 422], alternative: [200, 200] },
    observe: (emulator) =>
      Promise.all(
        (['FlexiblePlannedCourse', 'FixedPlannedCourse'] as const).map((type) => {
          const { id: planned_course_id } = emulator.given('planned_courses', { type })
          const { id } = emulator.given('enrollments', { planned_course_id })
          return statusOf(emulator, 'PUT', `/enrollments/${id}`, { end_date: '2027-12-31' })
        }),
      ),
  },
  'program_enrollment.award': {
    expected: { default: 'passed', alternative: 'awaiting_judgement' },
    async observe(emulator) {
      const { id } = emulator.given('program_enrollments', {
        state: 'confirmed',
        graduation_state: 'awaiting_judgement',
      })
      const award = { certificate_template_id: 1 }
      await send(emulator, 'PUT', `/program/enrollments/${id}/award_certificate`, award)
      return emulator.row('program_enrollments', id)?.graduation_state
    },
  },
}

export const recordStates: AssumptionRows = { cases }
