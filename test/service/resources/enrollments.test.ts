/** Enrollments: certificates, grades, end dates, and the six operations that are only in the document. */
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

describe('awarding a certificate', () => {
  test('deletes the earlier one, with both events', async () => {
    const { id } = emulator.given('enrollments')
    const award = async (certificate_template_id: number) =>
      (await api.put(`/enrollments/${id}/award_certificate`, { certificate_template_id })).body
    const first = await award(1)
    expect(first).toMatchObject({ certifiable_id: id, certifiable_type: 'course_enrollment' })
    const second = await award(2)
    expect((await api.get(`/certificates/${first.id}`)).status).toBe(404)
    expect((await api.get('/certificates')).body).toEqual([second])
    expect(emittedEvents(emulator)).toEqual([
      'certificate.awarded',
      'certificate.awarded',
      'certificate.deleted',
    ])
  })

  test('needs a template and does not change certificates of other students', async () => {
    const [one, other] = emulator.given('enrollments', 2)
    emulator.given('certificates', { certifiable_id: other.id })
    const path = `/enrollments/${one.id}/award_certificate`
    expect((await api.put(path)).body.errors).toEqual({ certificate_template_id: ['is missing'] })
    expect((await api.put(path, { certificate_template_id: 0 })).status).toBe(422)
    await api.put(path, { certificate_template_id: 1 })
    expect(emulator.rows('certificates')).toHaveLength(2)
  })

  test('passes a program enrollment; deleting it revokes the graduation', async () => {
    const { id } = emulator.given('program_enrollments')
    const path = `/program/enrollments/${id}`
    await api.put(`${path}/award_certificate`, { certificate_template_id: 1 })
    expect((await api.get(path)).body).toMatchObject({
      graduation_state: 'passed',
      graduation_date: '2026-01-05',
    })
    await api.post(`${path}/delete_certificate`)
    expect((await api.get(path)).body.graduation_state).toBe('awaiting_judgement')
    expect((await api.post(`${path}/delete_certificate`)).status).toBe(422)
  })
})

describe('grades', () => {
  test('the newest is the grade of an enrollment and does not change its state', async () => {
    const { id } = emulator.given('enrollments', { status: 'active' })
    const grade = { gradeable_type: 'Enrollment', gradeable_id: id, grade: null }
    expect((await api.post('/grades', { ...grade, score: 4 })).status).toBe(201)
    await api.post('/grades', { ...grade, score: 8 })
    const { body } = await api.get(`/enrollments/${id}`)
    expect(body.grade).toMatchObject({ score: '8' })
    expect(body.graduation_state).toBe('awaiting_judgement')
  })

  test.each([
    ['', 8, '8'],
    ['  ', '7.50', '7.5'],
    ['good', 8, 'good'],
  ])('with the grade %j and the score %j show the result %j', async (grade, score, result) => {
    const { id } = emulator.given('enrollments', { status: 'active' })
    const sent = { gradeable_type: 'Enrollment', gradeable_id: id, grade, score }
    expect((await api.post('/grades', sent)).body).toMatchObject({ grade, result })
    expect((await api.get(`/enrollments/${id}`)).body.grade).toMatchObject({ result })
  })

  test('need a grade or a score, and an enrollment', async () => {
    const empty = { gradeable_type: 'Enrollment', gradeable_id: 1, grade: null, score: null }
    expect((await api.post('/grades', empty)).body.errors).toHaveProperty('base')
    const lost = { ...empty, score: 7 }
    expect((await api.post('/grades', lost)).body.errors).toEqual({
      gradeable_id: ['does not exist'],
    })
  })
})

describe('operations that are only in the document', () => {
  test('an attendance is read by its pair, without id and timestamps', async () => {
    const meeting = emulator.given('meetings')
    const { planned_course_id } = meeting
    const enrollment = emulator.given('enrollments', { planned_course_id })
    const path = `/attendances/${meeting.id}/${enrollment.id}`
    expect((await api.get(path)).status).toBe(404)
    const pair = { meeting_id: meeting.id, enrollment_id: enrollment.id }
    expect((await api.post('/attendances/upsert', pair)).body.state).toBe('blanco')
    await api.post('/attendances/upsert', { ...pair, state: 'late', comment: 'Train' })
    expect((await api.get(path)).body).toEqual({ ...pair, state: 'late', comment: 'Train' })
    expect(emulator.rows('attendances')).toHaveLength(1)
  })

  test('a principal id is set and is unique', async () => {
    const [mia, double] = emulator.given('users', 2)
    const set = async (id: number) =>
      api.post(`/users/${id}/external_identity`, { principal_id: 'p-1' })
    expect((await set(mia.id)).body).toMatchObject({
      id: mia.id,
      external_identity: { principal_id: 'p-1' },
    })
    const refused = await set(double.id)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { principal_id: ['has already been taken'] },
    ])
    emulator.act.mergeUsers({ primary: double, secondary: mia })
    expect((await set(double.id)).status).toBe(200)
  })

  test('departments group courses if the flag is on', async () => {
    const department = emulator.given('departments')
    const { id } = emulator.given('courses', { department_id: department.id })
    expect((await api.get('/departments')).body).toMatchObject([{ name: department.name }])
    expect((await api.get(`/courses/${id}`)).body.department_id).toBe(department.id)
    emulator.flags({ Departments: false })
    expect((await api.get('/departments')).status).toBe(404)
    expect((await api.get(`/courses/${id}`)).body).not.toHaveProperty('department_id')
  })

  test('comments on orders are listed for all orders or for one', async () => {
    const [one, other] = emulator.given('orders', 2)
    const write = async (commentable_id: number, commentable_type = 'Order') =>
      api.post('/comments', { content: 'Called.', commentable_id, commentable_type })
    await write(one.id)
    await write(other.id)
    await write(one.creator_id ?? 1, 'User')
    expect((await api.get('/orders/comments')).body).toHaveLength(2)
    expect((await api.get(`/orders/comments?order_id=${one.id}`)).body).toMatchObject([
      { commentable_id: one.id, content: 'Called.', creator_id: 1 },
    ])
  })
})

describe('changed dates', () => {
  const onFixedCourse = (): { planned: number; enrollment: number } => {
    const planned = emulator.given('planned_courses', {
      type: 'FixedPlannedCourse',
      start_date: '2026-02-01',
      end_date: '2026-02-03',
    })
    const { id } = emulator.given('enrollments', { planned_course_id: planned.id })
    return { planned: planned.id, enrollment: id }
  }

  test('into the past complete course and enrollment at once, with one event each', async () => {
    const { planned, enrollment } = onFixedCourse()
    const dates = { start_date: '2026-01-01', end_date: '2026-01-02' }
    expect((await api.put(`/planned_courses/${planned}`, dates)).body.status).toBe('completed')
    expect((await api.get(`/enrollments/${enrollment}`)).body).toMatchObject({
      ...dates,
      status: 'completed',
    })
    await emulator.settle()
    expect(emittedEvents(emulator).filter((event) => event.startsWith('enrollment'))).toEqual([
      'enrollment.updated',
    ])
  })

  test('also change canceled enrollments, which stay canceled', async () => {
    const { planned, enrollment } = onFixedCourse()
    await api.put(`/enrollments/${enrollment}/cancel`)
    await api.put(`/planned_courses/${planned}`, { end_date: '2026-02-05' })
    expect((await api.get(`/enrollments/${enrollment}`)).body).toMatchObject({
      end_date: '2026-02-05',
      status: 'canceled',
    })
  })

  test('complete an enrollment in a flexible course whose end has passed', async () => {
    const { id: planned_course_id } = emulator.given('planned_courses', {
      type: 'FlexiblePlannedCourse',
      status: 'active',
    })
    const { id } = emulator.given('enrollments', {
      planned_course_id,
      status: 'active',
      start_date: '2025-12-01',
    })
    const answer = await api.put(`/enrollments/${id}`, { end_date: '2026-01-04' })
    expect(answer.body.status).toBe('completed')
  })
})

describe('attendance', () => {
  test('that is set again keeps its id and what the body omits', async () => {
    const { id: enrollment_id, planned_course_id } = emulator.given('enrollments')
    const { id: meeting_id } = emulator.given('meetings', { planned_course_id })
    const set = async (values: object) =>
      (await api.post('/attendances/upsert', { meeting_id, enrollment_id, ...values })).body
    const late = await set({ state: 'late', comment: 'Train' })
    expect(late).toMatchObject({ state: 'late', comment: 'Train' })
    expect(await set({})).toMatchObject({ id: late.id, state: 'late', comment: 'Train' })
  })
})

test('the link to an LMS course exists if its flag is on', async () => {
  const external_link = 'https://lms.example.test/courses/1'
  const { id } = emulator.given('planned_courses', { external_link })
  const shown = async () => (await api.get(`/planned_courses/${id}`)).body
  expect(await shown()).toMatchObject({ external_link, lms_link: external_link })
  emulator.flags({ 'Course edition external link': false })
  expect(await shown()).toMatchObject({ lms_link: null })
  expect(await shown()).not.toHaveProperty('external_link')
})
