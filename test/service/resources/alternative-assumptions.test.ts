/** The alternatives of assumptions about acts, orders and removals. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'

const instead = (id: string): Emulator =>
  createEmulator({ world: 'empty', assumptions: { [id]: 'alternative' } })

test('enrollment.enroll: an administrator can enroll any user in any course', () => {
  const { given, act } = instead('enrollment.enroll')
  const planned_course = given('planned_courses', { status: 'canceled' })
  const student = given('users')
  for (let i = 0; i < 2; i += 1) {
    expect(act.enroll({ student, planned_course }).student_id).toBe(student.id)
  }
})

test('enrollment.complete.from: a result completes any enrollment', () => {
  const { given, act } = instead('enrollment.complete.from')
  const enrollment = given('enrollments', { status: 'confirmed' })
  expect(act.completeEnrollment({ enrollment, graduation_state: 'failed' })).toMatchObject({
    status: 'completed',
    graduation_state: 'failed',
  })
})

test('order.ended_course: an order is approved regardless of the state of the course', () => {
  const emulator = instead('order.ended_course')
  const planned_course = emulator.given('planned_courses', { status: 'planned' })
  const order = emulator.act.requestOrder({ planned_course, students: [emulator.given('users')] })
  emulator.act.cancelPlannedCourse({ planned_course })
  expect(emulator.act.approveOrder({ order }).status).toBe('active')
})

test('user.delete.enrollments: future enrollments of a deleted user are canceled', () => {
  const { given, act, rows } = instead('user.delete.enrollments')
  const user = given('users')
  given('enrollments', { student_id: user.id, status: 'confirmed' })
  given('enrollments', { student_id: user.id, status: 'completed' })
  act.deleteUser({ user })
  expect(rows('enrollments').map(({ status }) => status)).toEqual(['canceled', 'completed'])
})

test('program.used: deleting a program deletes its dependent records', async () => {
  const emulator = instead('program.used')
  const { id: edition } = emulator.given('program_editions')
  const { program_id } = emulator.row('program_editions', edition) as { program_id: number }
  emulator.given('program_enrollments', { edition_id: edition })
  emulator.act.requestOrder({ edition, students: [emulator.given('users')] })
  expect((await createApiClient(emulator).delete(`/program/programs/${program_id}`)).status).toBe(
    200,
  )
  for (const table of [
    'program_editions',
    'program_enrollments',
    'orders',
    'catalog_variants',
  ] as const) {
    expect(emulator.rows(table)).toEqual([])
  }
})

test('label.used: deleting a label removes it from all records', async () => {
  const emulator = instead('label.used')
  const [label, other] = emulator.given('labels', 2, { model_type: 'User' })
  const { id } = emulator.given('users', { label_ids: [label.id, other.id] })
  await createApiClient(emulator).delete(`/labels/${label.id}`)
  expect(emulator.row('users', id)?.label_ids).toEqual([other.id])
})

test('custom_field_option.value: the same value can exist twice', async () => {
  const emulator = instead('custom_field_option.value')
  const field = { object_type: 'users', slug: 'diet', field_type: 'select' } as const
  emulator.given('custom_fields', { ...field, custom_object_id: null })
  const post = async () =>
    createApiClient(emulator).post('/custom/users/fields/diet/options', {
      value: 'Vegan',
      enabled: true,
    })
  expect([(await post()).status, (await post()).status]).toEqual([201, 201])
})

test('body.unknown: unknown fields in objects and lists are refused', async () => {
  const emulator = instead('body.unknown')
  const api = createApiClient(emulator)
  const { id: account_id } = emulator.given('accounts')
  const item = { units: 2, unit_price: '1', name: 'Books' }
  const invoice = (...invoice_items_attributes: object[]) =>
    api.post('/invoices', { account_id, invoice_items_attributes })
  const refused = await invoice(item, { ...item, nmae: '' })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { 'invoice_items_attributes.1.nmae': ['is not known'] },
  ])
  expect((await invoice(item)).status).toBe(201)
  const address = { address: 'Dam 1', postal_code: '1012 JS', city: 'Amsterdam', country: 'NL' }
  const account = (address_attributes: object) =>
    api.post('/accounts', { name: 'School', address_attributes })
  expect((await account({ ...address, toString: 1 })).body.errors).toEqual({
    'address_attributes.toString': ['is not known'],
  })
  expect((await account(address)).status).toBe(201)
  const { id: edition } = emulator.given('program_editions')
  const batch = await api.post(`/program/editions/${edition}/elements_batch`, {
    elements: [{ type: 'BlockElement', nmae: 1, elements: [] }],
  })
  expect(batch.body.errors).toEqual({
    'elements.0.nmae': ['is not known'],
    'elements.0.name': ['is missing'],
  })
})
