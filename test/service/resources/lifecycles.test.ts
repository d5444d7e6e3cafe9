/** Lifecycles of courses, enrollments and orders: dates that move, and what a cancellation leaves as it is. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'

const today = '2026-01-05'
const ended = { start_date: '2026-01-01', end_date: '2026-01-03' }
const later = { start_date: '2026-02-02', end_date: '2026-02-06' }

/** Creates a fixed course with these dates, and an enrollment for each of the values. */
function courseWith(emulator: Emulator, enrollments: readonly object[], status = 'completed') {
  const { id } = emulator.given('planned_courses', {
    type: 'FixedPlannedCourse',
    status: status as 'completed',
    ...ended,
  })
  for (const values of enrollments) {
    emulator.given('enrollments', { planned_course_id: id, ...ended, ...values })
  }
  return id
}

describe('dates that move back', () => {
  test('set the states anew that only dates had set, in one event each', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const id = courseWith(emulator, [
      { status: 'completed', graduation_state: 'awaiting_judgement' },
      { status: 'canceled', graduation_state: 'awaiting_judgement' },
      { status: 'completed', graduation_state: 'passed' },
      { status: 'completed', graduation_state: 'failed' },
    ])
    const { body } = await createApiClient(emulator).put(`/planned_courses/${id}`, later)
    expect(body).toMatchObject({ status: 'planned', ...later })
    const rows = emulator.rows('enrollments', { planned_course_id: id })
    expect(rows.map(({ status }) => status)).toEqual([
      'confirmed',
      'canceled',
      'completed',
      'completed',
    ])
    expect(rows.every((row) => row.start_date === later.start_date)).toBe(true)
    const events = emulator.journal({ kind: 'event' }).map(({ event }) => event)
    expect(events.filter((event) => event === 'enrollment.updated')).toHaveLength(4)
    await emulator.advance({ to: '2026-02-03T09:00:00Z' })
    expect(emulator.row('planned_courses', id)?.status).toBe('active')
    expect(emulator.rows('enrollments', { planned_course_id: id })[0]?.status).toBe('active')
  })

  test('leave a canceled course as it is', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const id = courseWith(emulator, [], 'canceled')
    const { body } = await createApiClient(emulator).put(`/planned_courses/${id}`, later)
    expect(body).toMatchObject({ status: 'canceled' })
  })

  test('make a completed enrollment on a flexible course active again', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const planned_course = emulator.given('planned_courses', { type: 'FlexiblePlannedCourse' })
    const { id } = emulator.act.enroll({ student: emulator.given('users'), planned_course })
    const { put } = createApiClient(emulator)
    await put(`/enrollments/${id}`, { end_date: today })
    await emulator.advance('2d')
    expect(emulator.row('enrollments', id)?.status).toBe('completed')
    const { body } = await put(`/enrollments/${id}`, { end_date: '2026-03-01' })
    expect(body).toMatchObject({ status: 'active' })
  })

  test('leave a completed enrollment with the alternative', async () => {
    const assumptions = { 'transition.reversal': 'alternative' } as const
    const emulator = createEmulator({ world: 'empty', assumptions })
    const planned_course = emulator.given('planned_courses', { type: 'FlexiblePlannedCourse' })
    const { id } = emulator.act.enroll({ student: emulator.given('users'), planned_course })
    const { put } = createApiClient(emulator)
    await put(`/enrollments/${id}`, { end_date: today })
    await emulator.advance('2d')
    const { body } = await put(`/enrollments/${id}`, { end_date: '2026-03-01' })
    expect(body).toMatchObject({ status: 'completed', end_date: '2026-03-01' })
  })

  test('an update without new dates leaves all states as they are', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const dates = { start_date: today, end_date: later.end_date }
    const course = { type: 'FixedPlannedCourse', status: 'active', ...dates } as const
    const { id: planned_course_id } = emulator.given('planned_courses', course)
    const { id } = emulator.given('enrollments', { planned_course_id, ...dates, status: 'active' })
    emulator.act.update('enrollments', id, { status: 'completed' })
    const sent = { min_participants: 2, ...dates }
    await createApiClient(emulator).put(`/planned_courses/${planned_course_id}`, sent)
    expect(emulator.row('planned_courses', planned_course_id)?.status).toBe('active')
    expect(emulator.row('enrollments', id)?.status).toBe('completed')
  })
})

describe('an order', () => {
  const canceled = { type: 'FlexiblePlannedCourse', status: 'canceled' } as const

  test('for a canceled course is refused, and nothing is written', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const { id: variantable_id } = emulator.given('planned_courses', canceled)
    const [variant] = emulator.rows('catalog_variants', { variantable_id })
    const { id } = emulator.given('users')
    const sent = { catalog_variant_id: variant?.id, creator_id: id, student_ids: [id] }
    const { status, body } = await createApiClient(emulator).post('/orders', sent)
    expect(status).toBe(422)
    expect(body).toMatchObject({ errors: { catalog_variant_id: ['is of a canceled course'] } })
    expect(emulator.rows('orders')).toEqual([])
    expect(emulator.rows('accounts')).toEqual([])
  })

  test('for a canceled course is refused to a customer too', () => {
    const { given, act } = createEmulator({ world: 'empty' })
    const planned_course = given('planned_courses', canceled)
    expect(() => act.requestOrder({ planned_course, students: [given('users')] })).toThrow(
      'canceled course',
    )
  })

  const assumptions = { 'order.kept': 'alternative' } as const

  test('with two students is canceled with the second, with the alternative', async () => {
    const emulator = createEmulator({ world: 'empty', assumptions })
    const planned_course = emulator.given('planned_courses', { status: 'planned' })
    const students = emulator.given('users', 2)
    const order = emulator.act.requestOrder({ planned_course, students })
    emulator.act.approveOrder({ order })
    const [first, second] = emulator.rows('enrollments', { order_id: order.id })
    const { put } = createApiClient(emulator)
    await put(`/enrollments/${first?.id}/cancel`)
    expect(emulator.row('orders', order.id)?.status).toBe('active')
    await put(`/enrollments/${second?.id}/cancel`)
    expect(emulator.row('orders', order.id)?.status).toBe('canceled')
  })

  test('for an edition is canceled with its enrollment, with the alternative', async () => {
    const emulator = createEmulator({ world: 'empty', assumptions })
    const edition = emulator.given('program_editions', { start_date: later.start_date })
    const order = emulator.act.requestOrder({ edition, students: [emulator.given('users')] })
    emulator.act.approveOrder({ order })
    const [enrollment] = emulator.rows('program_enrollments', { order_id: order.id })
    await createApiClient(emulator).put(`/program/enrollments/${enrollment?.id}/cancel`)
    expect(emulator.row('orders', order.id)?.status).toBe('canceled')
  })
})

test('a filter by a first day includes the day', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const { id } = emulator.given('planned_courses', { start_date: later.start_date })
  const { get } = createApiClient(emulator)
  const on = await get(`/planned_courses?start_date_from=${later.start_date}`)
  expect(on.body).toMatchObject([{ id }])
  expect((await get('/planned_courses?start_date_from=2026-02-03')).body).toEqual([])
})

test('a filter by a last day includes the day, and no later day', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const { id } = emulator.given('planned_courses', { start_date: '2026-02-02' })
  emulator.given('planned_courses', { start_date: '2026-02-03' })
  const { get } = createApiClient(emulator)
  const { body } = await get('/planned_courses?start_date_until=2026-02-02')
  expect(body).toMatchObject([{ id }])
})
