/** Planned courses: effects of dates, places and cancellation on related records. */
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

test('canceling a planned course cancels active enrollments and keeps canceled and completed ones', async () => {
  const { id } = emulator.given('planned_courses', { status: 'planned' })
  const states = ['confirmed', 'active', 'completed', 'canceled'] as const
  for (const status of states) emulator.given('enrollments', { planned_course_id: id, status })
  const { status, body } = await api.put(`/planned_courses/${id}/cancel`)
  expect([status, body.status]).toEqual([200, 'canceled'])
  expect(emulator.rows('enrollments').map((row) => row.status)).toEqual([
    'canceled',
    'canceled',
    'completed',
    'canceled',
  ])
  expect(emittedEvents(emulator)).toEqual([
    'planned_course.canceled',
    'catalog_variant.updated',
    'enrollment.updated',
    'enrollment.updated',
  ])
  expect((await api.put(`/planned_courses/${id}/cancel`)).status).toBe(422)
})

describe('an enrollment in a flexible course', () => {
  test.each([
    [10, '2026-01-14'],
    [1, '2026-01-05'],
    [0, '2026-01-05'],
    [null, '2026-02-03'],
  ])('of %j days that starts on 2026-01-05 ends on %s', async (duration, end_date) => {
    const { id } = emulator.given('planned_courses', { type: 'FlexiblePlannedCourse', duration })
    const enrollment = emulator.act.enroll({
      planned_course: id,
      student: emulator.given('users'),
    })
    expect(enrollment).toMatchObject({ start_date: '2026-01-05', end_date, status: 'active' })
    // Midnight in Amsterdam is eleven in the evening in UTC.
    await emulator.advance({ to: `${end_date}T22:59:59.999Z` })
    expect(emulator.row('enrollments', enrollment.id)?.status).toBe('active')
    await emulator.advance({ to: `${end_date}T23:00:00.000Z` })
    expect(emulator.row('enrollments', enrollment.id)?.status).toBe('completed')
  })
})

describe('the calendar', () => {
  test('changes the state of a course and its enrollments by dates, in the time zone of the tenant', async () => {
    const { id } = emulator.given('planned_courses', {
      status: 'planned',
      start_date: '2026-01-07',
      end_date: '2026-01-08',
    })
    const enrollment = emulator.given('enrollments', { planned_course_id: id, status: 'confirmed' })
    const states = () => [
      emulator.row('planned_courses', id)?.status,
      emulator.row('enrollments', enrollment.id)?.status,
    ]
    // Midnight in Amsterdam is eleven in the evening in UTC.
    await emulator.advance({ to: '2026-01-06T22:59:59.999Z' })
    expect(states()).toEqual(['planned', 'confirmed'])
    await emulator.advance({ to: '2026-01-06T23:00:00.000Z' })
    expect(states()).toEqual(['active', 'active'])
    await emulator.advance({ to: '2026-01-08T22:59:59.999Z' })
    expect(states()).toEqual(['active', 'active'])
    await emulator.advance({ to: '2026-01-08T23:00:00.000Z' })
    expect(states()).toEqual(['completed', 'completed'])
    expect(emittedEvents(emulator).filter((event) => event === 'enrollment.updated')).toHaveLength(
      2,
    )
  })

  test('new dates of a fixed course apply to its enrollments', async () => {
    const { id } = emulator.given('planned_courses', { status: 'planned' })
    const enrollment = emulator.given('enrollments', { planned_course_id: id, status: 'confirmed' })
    const dates = { start_date: '2026-03-02', end_date: '2026-03-04' }
    expect((await api.put(`/planned_courses/${id}`, dates)).body).toMatchObject({
      ...dates,
      duration_in_days: 3,
    })
    expect(emulator.row('enrollments', enrollment.id)).toMatchObject(dates)
    const wrong = { end_date: '2026-03-01' }
    expect((await api.put(`/planned_courses/${id}`, wrong)).status).toBe(422)
  })
})

test('places are counted, and the last enrollment closes the course', async () => {
  const { id } = emulator.given('planned_courses', { status: 'planned', max_participants: 2 })
  emulator.given('enrollments', { planned_course_id: id, status: 'canceled' })
  emulator.given('enrollments', { planned_course_id: id, status: 'confirmed' })
  const read = async () => (await api.get(`/planned_courses/${id}`)).body
  expect(await read()).toMatchObject({ current_participants: 1, available_places: true })
  emulator.given('enrollments', { planned_course_id: id, status: 'confirmed' })
  expect(await read()).toMatchObject({ current_participants: 2, available_places: false })
})

test('its teachers are a set: omitted ones are removed, and a change is one event', async () => {
  const { id } = emulator.given('planned_courses')
  const [one, two, three] = emulator.given('teachers', 3)
  const teachers = () => emulator.rows('teacher_enrollments').map(({ teacher_id }) => teacher_id)
  await api.put(`/planned_courses/${id}`, { teacher_ids: [one.id, two.id] })
  await api.put(`/planned_courses/${id}`, { teacher_ids: [two.id, three.id] })
  await api.put(`/planned_courses/${id}`, { teacher_ids: [two.id, three.id] })
  expect(teachers()).toEqual([two.id, three.id])
  const changed = 'planned_course.teacher_attendees_changed'
  expect(emittedEvents(emulator).filter((event) => event === changed)).toHaveLength(2)
})

test('the external link points to the LMS course', async () => {
  const { id } = emulator.given('planned_courses')
  const external_link = 'https://lms.example.test/courses/7'
  expect((await api.put(`/planned_courses/${id}`, { external_link })).body).toMatchObject({
    external_link,
    lms_link: external_link,
  })
  emulator.flags({ 'Course edition external link': false })
  expect((await api.get(`/planned_courses/${id}`)).body).not.toHaveProperty('external_link')
  expect((await api.put(`/planned_courses/${id}`, { external_link: null })).status).toBe(422)
})

test.each(['', '  '])('a blank external link "%s" is not a link to an LMS course', async (link) => {
  const { id } = emulator.given('planned_courses')
  const { body } = await api.put(`/planned_courses/${id}`, { external_link: link })
  expect(body.lms_link).toBeNull()
})
