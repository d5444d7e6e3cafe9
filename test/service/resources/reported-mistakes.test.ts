/** Bodies with a mistake get an error at its place, and valid bodies are not refused later. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'

let emulator = createEmulator({ world: 'empty' })
let api = createApiClient(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = createApiClient(emulator)
})

const flexibleCourse = () => ({
  course_id: emulator.given('courses').id,
  type: 'FlexiblePlannedCourse',
  cost: 1,
})

test('a flexible course cannot end before the day on which it starts by default', async () => {
  const course = { ...flexibleCourse(), duration: 5 }
  const refused = await api.post('/planned_courses', { ...course, end_date: '2025-12-31' })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { end_date: ['is before the start date'] },
  ])
  const { body } = await api.post('/planned_courses', { ...course, end_date: '2026-01-05' })
  expect((await api.put(`/planned_courses/${body.id}`, { is_published: true })).status).toBe(200)
})

test('a duration of more than 100 years is refused, in a create and in an update', async () => {
  const errors = { duration: ['must be at most 36500'] }
  const course = flexibleCourse()
  const refused = await api.post('/planned_courses', { ...course, duration: 3_000_000 })
  expect([refused.status, refused.body.errors]).toEqual([422, errors])
  const { status, body } = await api.post('/planned_courses', { ...course, duration: 36_500 })
  expect(status).toBe(201)
  const update = await api.put(`/planned_courses/${body.id}`, { duration: 36_501 })
  expect([update.status, update.body.errors]).toEqual([422, errors])
})

test('an unknown id in a list is reported with its place and its field', async () => {
  const [account, user] = [emulator.given('accounts'), emulator.given('users')]
  const item = { units: 1, unit_price: '1.00', name: 'Book' }
  const invoice = await api.post('/invoices', {
    account_id: account.id,
    invoice_items_attributes: [item, { ...item, catalog_variant_id: 999, invoice_vat_id: 77 }],
  })
  expect([invoice.status, invoice.body.errors]).toEqual([
    422,
    {
      'invoice_items_attributes.1.catalog_variant_id': ['does not exist'],
      'invoice_items_attributes.1.invoice_vat_id': ['does not exist'],
    },
  ])
  const { body } = await api.post('/planned_courses', {
    ...flexibleCourse(),
    teacher_ids: [emulator.given('teachers', { user_id: user.id }).id, 999],
  })
  expect(body.errors).toEqual({ 'teacher_ids.1': ['does not exist'] })
  emulator.given('planned_courses')
  const ids = { account_id: account.id, creator_id: user.id, catalog_variant_id: 1 }
  const order = await api.post('/orders', { ...ids, student_ids: [user.id, user.id, 999] })
  expect(order.body.errors).toEqual({ 'student_ids.2': ['does not exist'] })
  const students = [user, user, 999]
  expect(() => emulator.act.requestOrder({ students })).toThrow('students.2 does not exist')
})

test.each(['program_editions', 'programs'] as const)(
  'a task does not keep its subject of %s from being deleted',
  async (table) => {
    const { id } = emulator.given(table)
    const isEdition = table === 'program_editions'
    const subject_type = isEdition ? 'Program::Edition' : 'Program::Program'
    const task = await api.post('/tasks', { name: 'Call', subject_type, subject_id: id })
    expect(task.status).toBe(201)
    const path = isEdition ? '/program/editions' : '/program/programs'
    expect((await api.delete(`${path}/${id}`)).status).toBe(200)
    expect((await api.get(`/tasks/${task.body.id}`)).status).toBe(200)
  },
)

test('an element whose planned course moved to another course can be sent back as it was read', async () => {
  const planned = emulator.given('planned_courses')
  const created = await api.post('/program/elements', {
    course_id: planned.course_id,
    edition_id: emulator.given('program_editions').id,
    planned_course_id: planned.id,
  })
  const { id: course_id } = emulator.given('courses')
  expect((await api.put(`/planned_courses/${planned.id}`, { course_id })).status).toBe(200)
  const path = `/program/elements/${created.body.id}`
  const { body } = await api.get(path)
  expect((await api.put(path, body)).status).toBe(200)
})

test('a payment has the currency of its invoice', async () => {
  const { id } = emulator.given('invoices', { currency: 'GBP' })
  const path = `/invoices/${id}/payments`
  const refused = await api.post(path, { amount: '24.20', currency: 'USD' })
  expect([refused.status, refused.body.errors]).toEqual([422, { currency: ['must be GBP'] }])
  const { status, body } = await api.post(path, { amount: '24.20' })
  expect([status, body.currency]).toEqual([201, 'GBP'])
})

test('a blank name inside an element of a batch is refused', async () => {
  const { id } = emulator.given('program_editions')
  const refused = await api.post(`/program/editions/${id}/elements_batch`, {
    elements: [{ type: 'BlockElement', name: ' ', elements: [] }],
  })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { 'elements.0.name': ['is missing'] },
  ])
})

test.each([
  ['Program::Edition', 'program_editions'],
  ['Program::Program', 'programs'],
] as const)('a task about a hidden %s is refused', async (subject_type, table) => {
  const { id } = emulator.given(table)
  emulator.flags({ Programs: false })
  const refused = await api.post('/tasks', { name: 'Call', subject_type, subject_id: id })
  expect([refused.status, refused.body.errors]).toEqual([422, { subject_id: ['does not exist'] }])
})

test('an element that moves to another edition is the last element there', async () => {
  const planned = emulator.given('planned_courses')
  const [from, to] = emulator.given('program_editions', 2)
  const create = (edition_id: number | undefined) =>
    api.post('/program/elements', { course_id: planned.course_id, edition_id })
  const { id } = (await create(from?.id)).body
  await create(to?.id)
  await create(to?.id)
  const { body } = await api.put(`/program/elements/${id}`, { edition_id: to?.id })
  expect([body.edition_id, body.position]).toEqual([to?.id, 3])
  expect((await api.put(`/program/elements/${id}`, { edition_id: to?.id })).body.position).toBe(3)
})

test('an object in place of the type of an element is refused', async () => {
  const { id } = emulator.given('program_editions')
  const elements = [{ type: { toString: 1 } }]
  const refused = await api.post(`/program/editions/${id}/elements_batch`, { elements })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { 'elements.0.type': [expect.stringContaining('must be an object whose type')] },
  ])
})
