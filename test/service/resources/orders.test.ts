/** Orders: approval creates enrollments, cancellation cancels them, denial creates none. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'
import { emittedEvents } from '../../support/expected-events.ts'

let emulator = createEmulator({ world: 'empty' })
let api = createApiClient(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = createApiClient(emulator)
})

function course(values: { max_participants?: number; cost?: string } = {}) {
  const planned = emulator.given('planned_courses', {
    status: 'planned',
    cost_scheme: 'student',
    cost: '250.00',
    ...values,
  })
  const [variant] = emulator.rows('catalog_variants', { variantable_id: planned.id })
  return { planned, catalog_variant_id: variant?.id as number }
}

async function placed(catalog_variant_id: number, students: number) {
  const student_ids = Array.from({ length: students }, () => emulator.given('users').id)
  const { id: creator_id } = emulator.given('users')
  const sent = { catalog_variant_id, creator_id, student_ids }
  return (await api.post('/orders', sent)).body
}

test('an order costs the sum of its places, with tax, on the personal account of the customer', async () => {
  const { planned, catalog_variant_id } = course()
  const order = await placed(catalog_variant_id, 2)
  expect(order).toMatchObject({
    status: 'requested',
    number: 1,
    planned_course_id: planned.id,
    number_of_students: 2,
    total_cost_excl: '500.00',
    total_cost_incl: '605.00',
  })
  expect(emulator.row('accounts', order.account_id)).toMatchObject({
    account_type: 'personal',
    personal_user_id: order.creator_id,
  })
  expect(emittedEvents(emulator)).toEqual(['account.created', 'order.created'])
  expect((await placed(catalog_variant_id, 1)).number).toBe(2)
})

test('approving enrolls each student once, with the dates of the course', async () => {
  const { planned, catalog_variant_id } = course()
  const { id, order_items } = await placed(catalog_variant_id, 2)
  const [known] = order_items
  emulator.given('enrollments', { student_id: known.student_id, planned_course_id: planned.id })
  const { status, body } = await api.put(`/orders/${id}/approve`)
  expect([status, body.status]).toEqual([200, 'active'])
  const [made, ...others] = emulator.rows('enrollments', { order_id: id })
  expect(others).toEqual([])
  expect(made).toMatchObject({
    student_id: order_items[1].student_id,
    status: 'confirmed',
    start_date: planned.start_date,
    end_date: planned.end_date,
  })
  expect(emittedEvents(emulator).slice(2)).toEqual(['order.approved', 'enrollment.created'])
  expect((await api.put(`/orders/${id}/approve`)).status).toBe(422)
})

test('an order for more students than places, or for a canceled course, is not approved', async () => {
  const { planned, catalog_variant_id } = course({ max_participants: 1 })
  const { id } = await placed(catalog_variant_id, 2)
  const full = await api.put(`/orders/${id}/approve`)
  expect([full.status, full.body.errors.base]).toEqual([422, ['requests 2 places; free places: 1']])
  const { id: other } = await placed(catalog_variant_id, 1)
  emulator.act.cancelPlannedCourse({ planned_course: planned.id })
  expect((await api.put(`/orders/${other}/approve`)).status).toBe(422)
  expect(emulator.rows('enrollments')).toEqual([])
})

test('a student with an enrollment needs no second one', async () => {
  const { planned, catalog_variant_id } = course({ max_participants: 3 })
  const [a, b, c] = emulator.given('users', 3)
  for (const { id: student_id } of [a, b]) {
    emulator.given('enrollments', { student_id, planned_course_id: planned.id, status: 'active' })
  }
  const student_ids = [a.id, c.id]
  const sent = { catalog_variant_id, creator_id: a.id, student_ids }
  const { id } = (await api.post('/orders', sent)).body
  expect((await api.put(`/orders/${id}/approve`)).status).toBe(200)
  expect(emulator.rows('enrollments', { order_id: id })).toMatchObject([{ student_id: c.id }])
})

test('a student who is listed twice is charged once', () => {
  const { planned } = course({ cost: '0.50' })
  const [a, b] = emulator.given('users', 2)
  const order = emulator.act.requestOrder({ planned_course: planned, students: [a, a, b] })
  expect(order).toMatchObject({
    number_of_students: 2,
    total_cost_excl: '1.00',
    total_cost_incl: '1.21',
  })
  const half = emulator.act.requestOrder({ planned_course: planned, students: [a, a] })
  expect(half.total_cost_incl).toBe('0.61')
})

test('a maximum below the number of enrollments leaves zero places, not fewer', async () => {
  const { planned, catalog_variant_id } = course({ max_participants: 3 })
  emulator.given('enrollments', 3, { planned_course_id: planned.id, status: 'active' })
  await api.put(`/planned_courses/${planned.id}`, { max_participants: 1 })
  const variant = (await api.get(`/catalog/variants/${catalog_variant_id}`)).body
  expect(variant).toMatchObject({ available_places: 0, availability: 'not_available' })
})

test('a number is never reused, also after the order was deleted', async () => {
  const { catalog_variant_id } = course()
  const numbers = []
  for (let i = 0; i < 3; i += 1) {
    const { id, number } = await placed(catalog_variant_id, 1)
    numbers.push(number)
    if (i > 0) emulator.act.remove('orders', id)
  }
  emulator.given('orders', { number: 1000 })
  numbers.push((await placed(catalog_variant_id, 1)).number)
  expect(numbers).toEqual([1, 2, 3, 1001])
})

test.each(['free', 'tbd'] as const)('an order with the scheme %s has no total', async (scheme) => {
  const { planned, catalog_variant_id } = course()
  const { body } = await api.put(`/planned_courses/${planned.id}`, { cost_scheme: scheme })
  expect(body).toMatchObject({ cost: '250.00', payable: false })
  const totals = { total_cost_excl: null, total_cost_incl: null }
  expect(await placed(catalog_variant_id, 2)).toMatchObject({ cost_scheme: scheme, ...totals })
})

test('canceling an order cancels its enrollments', async () => {
  const { catalog_variant_id } = course()
  const { id } = await placed(catalog_variant_id, 1)
  await api.put(`/orders/${id}/approve`)
  expect((await api.put(`/orders/${id}/cancel`)).body.status).toBe('canceled')
  expect(emulator.rows('enrollments').map(({ status }) => status)).toEqual(['canceled'])
  expect(emittedEvents(emulator).slice(-2)).toEqual(['order.canceled', 'enrollment.updated'])
  expect((await api.put(`/orders/${id}/cancel`)).status).toBe(422)
})

test('denying an order creates no enrollment and is final', async () => {
  const { catalog_variant_id } = course()
  const { id } = await placed(catalog_variant_id, 1)
  expect(await api.put(`/orders/${id}/deny`)).toEqual({ status: 204, body: undefined })
  expect(emulator.row('orders', id)?.status).toBe('denied')
  for (const move of ['deny', 'approve', 'cancel']) {
    expect((await api.put(`/orders/${id}/${move}`)).status).toBe(422)
  }
  expect(emulator.rows('enrollments')).toEqual([])
})

test('an order for an edition enrolls in the program', async () => {
  const { id: edition } = emulator.given('program_editions', { start_date: '2026-09-01' })
  const student = emulator.given('users')
  const order = emulator.act.requestOrder({ edition, students: [student] })
  emulator.act.approveOrder({ order })
  expect(emulator.rows('program_enrollments')).toMatchObject([
    { edition_id: edition, student_id: student.id, order_id: order.id, state: 'confirmed' },
  ])
})

test('a label is attached once', async () => {
  const { id } = emulator.given('orders')
  const label = emulator.given('labels', { model_type: 'Order' })
  for (let i = 0; i < 2; i += 1) {
    expect((await api.post(`/orders/${id}/labels`, { label_id: label.id })).status).toBe(204)
  }
  expect(emulator.row('orders', id)?.label_ids).toEqual([label.id])
  expect(emittedEvents(emulator)).toEqual(['order.updated'])
})

test.each(['planned_courses', 'program_editions'] as const)(
  'a planned course that a variant of %s does not sell is refused',
  async (table) => {
    const { planned } = course()
    const { id: variantable_id } = emulator.given(table, { max_participants: null })
    const variantable_type = table === 'planned_courses' ? 'PlannedCourse' : 'Program::Edition'
    const [variant] = emulator.rows('catalog_variants', { variantable_type, variantable_id })
    const { id: creator_id } = emulator.given('users')
    const sent = { catalog_variant_id: variant?.id, creator_id, student_ids: [creator_id] }
    const refused = await api.post('/orders', { ...sent, planned_course_id: planned.id })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { planned_course_id: ['is not sold by the catalog variant'] },
    ])
    expect(emulator.rows('orders')).toEqual([])
  },
)

test('the planned course of the variant can be sent with it', async () => {
  const { planned, catalog_variant_id } = course()
  const { id: creator_id } = emulator.given('users')
  const planned_course_id = planned.id
  const sent = { catalog_variant_id, creator_id, student_ids: [creator_id], planned_course_id }
  const { status, body } = await api.post('/orders', sent)
  expect([status, body.planned_course_id]).toEqual([201, planned_course_id])
})

describe('a given order', () => {
  test('is for the variant of its planned course', () => {
    course()
    const { planned, catalog_variant_id } = course()
    const { id } = emulator.given('orders', { planned_course_id: planned.id })
    expect(emulator.row('orders', id)).toMatchObject({ catalog_variant_id })
  })

  test('names a planned course that its variant does not sell', () => {
    const [{ planned }, { catalog_variant_id }] = [course(), course()]
    expect(() =>
      emulator.given('orders', { planned_course_id: planned.id, catalog_variant_id }),
    ).toThrow('`planned_course_id`')
  })
})

test('the act that requests an order takes a planned course or an edition, not both', () => {
  const { planned } = course()
  const edition = emulator.given('program_editions')
  const students = [emulator.given('users')]
  expect(() => emulator.act.requestOrder({ planned_course: planned, edition, students })).toThrow(
    'edition cannot be combined with a planned course',
  )
  expect(emulator.rows('orders')).toEqual([])
})

test('while the flag Programs is off, an order for an edition cannot be approved', async () => {
  const edition = emulator.given('program_editions')
  const [variant] = emulator.rows('catalog_variants', {
    variantable_type: 'Program::Edition',
    variantable_id: edition.id,
  })
  const { id } = await placed(variant?.id as number, 1)
  emulator.flags({ Programs: false })
  expect((await api.put(`/orders/${id}/approve`)).status).toBe(404)
  emulator.flags({ Programs: true })
  expect(emulator.rows('program_enrollments')).toEqual([])
  expect((await api.put(`/orders/${id}/approve`)).body.status).toBe('active')
})

test('while the flag Programs is off, an order for an edition is neither created nor requested', async () => {
  const edition = emulator.given('program_editions')
  const student = emulator.given('users')
  const [variant] = emulator.rows('catalog_variants', {
    variantable_type: 'Program::Edition',
    variantable_id: edition.id,
  })
  emulator.flags({ Programs: false })
  const refused = await api.post('/orders', {
    catalog_variant_id: variant?.id,
    student_ids: [student.id],
    creator_id: student.id,
    account_id: emulator.given('accounts').id,
  })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { catalog_variant_id: ['does not exist'] },
  ])
  expect(() => emulator.act.requestOrder({ edition, students: [student] })).toThrow(
    'catalog_variant_id does not exist',
  )
  expect(emulator.rows('orders')).toEqual([])
})
