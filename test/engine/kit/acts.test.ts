/** Acts of an administrator: named acts, acts for all resources, and their errors. */
import { createEmulator, type Emulator, EmulatorError } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { emittedEvents } from '../../support/expected-events.ts'

const empty = () => createEmulator({ world: 'empty' })

const refusalOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(EmulatorError)
    return (error as EmulatorError).message
  }
  return 'nothing was refused'
}

describe('a record that an act creates is created now', () => {
  const emulator = createEmulator({ world: 'empty', clock: 'virtual' })
  const { catalog } = contextOf(emulator)
  const makeable = [...catalog.resources.values()].filter(
    ({ name, shape, recipe }) =>
      'created_at' in shape && recipe && catalog.companionOwners(name).length === 0,
  )

  test.each(makeable.map(({ name }) => name as 'users'))('%s', async (resource) => {
    const { id } = emulator.act.create(resource, {})
    const row = contextOf(emulator).store.get(resource, id)
    expect(row).toMatchObject({ created_at: emulator.now().toISOString() })
    const created_at = '2025-03-01T09:00:00.000Z'
    const old = emulator.act.create(resource, { created_at } as never)
    expect(contextOf(emulator).store.get(resource, old.id)).toMatchObject({ created_at })
  })
})

describe('acts for users', () => {
  test('createUser and updateUser do what the API does', () => {
    const { act } = empty()
    const mia = act.createUser({ first_name: 'Mia', last_name: 'Berg', email: 'mia@example.test' })
    expect(act.updateUser({ user: mia, last_name: 'Vos', locale: 'de' })).toMatchObject({
      id: mia.id,
      first_name: 'Mia',
      last_name: 'Vos',
      locale: 'de',
    })
    const double = { first_name: 'M', last_name: 'B', email: 'mia@example.test' }
    expect(refusalOf(() => act.createUser(double))).toContain('email has already been taken')
    expect(refusalOf(() => act.updateUser({ user: mia, email: 'none' }))).toContain(
      'Could not update user: email must be an email address',
    )
  })

  test('deleteUser deletes logins and the teacher, and keeps enrollments', () => {
    const emulator = empty()
    const { id, student_id } = emulator.given('enrollments')
    const teacher = emulator.given('teachers', { user_id: student_id })
    const { planned_course_id } = emulator.given('teacher_enrollments', { teacher_id: teacher.id })
    emulator.given('authentications', { user_id: student_id })
    emulator.act.deleteUser({ user: student_id })
    expect(emulator.row('enrollments', id)?.student_id).toBe(student_id)
    expect(emulator.rows('teachers')).toEqual([])
    expect(emulator.rows('authentications')).toEqual([])
    expect(emulator.rows('teacher_enrollments', { planned_course_id })).toEqual([])
    expect(emittedEvents(emulator)).toEqual([
      'user.deleted',
      'teacher.deleted',
      'planned_course.teacher_attendees_changed',
    ])
  })
})

describe('acts for enrollments', () => {
  test('enroll creates an enrollment with the dates of the course', () => {
    const emulator = empty()
    const planned_course = emulator.given('planned_courses', { status: 'planned' })
    const student = emulator.given('users')
    const { start_date, end_date } = planned_course
    expect(emulator.act.enroll({ student, planned_course })).toMatchObject({
      student_id: student.id,
      planned_course_id: planned_course.id,
      order_id: null,
      status: 'confirmed',
      start_date,
      end_date,
    })
    expect(refusalOf(() => emulator.act.enroll({ student, planned_course }))).toContain(
      'is already enrolled',
    )
  })

  test('enroll needs a free place and a course that is not canceled', () => {
    const emulator = empty()
    const student = emulator.given('users')
    const full = emulator.given('planned_courses', { status: 'planned', max_participants: 1 })
    emulator.given('enrollments', { planned_course_id: full.id, status: 'confirmed' })
    const over = emulator.given('planned_courses', { status: 'canceled' })
    const enroll = (planned_course: typeof full) => () =>
      emulator.act.enroll({ student, planned_course })
    expect(refusalOf(enroll(full))).toContain('planned_course is full')
    expect(refusalOf(enroll(over))).toContain('planned_course is canceled')
  })

  test('completeEnrollment needs an enrollment that has started', () => {
    const { given, act } = empty()
    const [active, confirmed] = [
      given('enrollments', { status: 'active' }),
      given('enrollments', { status: 'confirmed' }),
    ]
    const judged = act.completeEnrollment({ enrollment: active, graduation_state: 'passed' })
    expect(judged).toMatchObject({ status: 'completed', graduation_state: 'passed' })
    const early = { enrollment: confirmed, graduation_state: 'failed' } as const
    expect(refusalOf(() => act.completeEnrollment(early))).toContain('status is confirmed')
  })

  test('requestOrder and approveOrder enroll a student in a course', () => {
    const emulator = empty()
    const planned_course = emulator.given('planned_courses', { status: 'planned' })
    const [mia, tom] = emulator.given('users', 2)
    const order = emulator.act.requestOrder({ planned_course, students: [mia, tom.id] })
    expect(order).toMatchObject({ status: 'requested', creator_id: mia.id, number_of_students: 2 })
    expect(emulator.act.approveOrder({ order }).status).toBe('active')
    const enrolled = emulator.rows('enrollments', { planned_course_id: planned_course.id })
    expect(enrolled.map(({ student_id }) => student_id)).toEqual([mia.id, tom.id])
    expect(refusalOf(() => emulator.act.approveOrder({ order }))).toContain('status is active')
  })
})

test('planMeetings creates all meetings or none', () => {
  const emulator = empty()
  const planned_course = emulator.given('planned_courses')
  const room = emulator.given('meeting_locations')
  const first = {
    start_date_time: '2026-02-02T09:00:00.000Z',
    end_date_time: '2026-02-02T12:00:00.000Z',
    meeting_location_id: room,
  }
  const wrong = { ...first, end_date_time: first.start_date_time }
  const plan = () => emulator.act.planMeetings({ planned_course, meetings: [first, wrong] })
  expect(refusalOf(plan)).toContain('meetings.1.end_date_time is not after start_date_time')
  expect(emulator.rows('meetings')).toEqual([])
  const meetings = emulator.act.planMeetings({ planned_course, meetings: [first] })
  expect(meetings).toMatchObject([
    { planned_course_id: planned_course.id, planning_meeting_location_ids: [room.id] },
  ])
})

describe('acts for all resources', () => {
  test('create creates its parents and emits an event for each record', () => {
    const emulator = empty()
    const { planned_course_id } = emulator.act.create('meetings', { name: 'Exam' })
    expect(emulator.row('planned_courses', planned_course_id)).toBeDefined()
    expect(emittedEvents(emulator)).toEqual([
      'category.created',
      'course.created',
      'product.created',
      'planned_course.created',
      'catalog_variant.created',
      'meeting.created',
    ])
  })

  test('update writes stored fields and emits events only for changes', () => {
    const emulator = empty()
    const meeting = emulator.given('meetings', { name: 'Exam' })
    emulator.act.update('meetings', meeting, { name: 'Exam' })
    expect(emittedEvents(emulator)).toEqual([])
    expect(emulator.act.update('meetings', meeting.id, { name: 'Resit' }).name).toBe('Resit')
    expect(emittedEvents(emulator)).toEqual(['meeting.updated'])
  })

  test('remove deletes dependent records and clears other references', () => {
    const emulator = empty()
    const { id } = emulator.given('course_variants')
    const planned = emulator.given('planned_courses', { course_variant_id: id })
    const { meeting_id } = emulator.given('planning_events')
    emulator.act.remove('course_variants', id)
    emulator.act.remove('meetings', meeting_id)
    expect(emulator.row('planned_courses', planned.id)?.course_variant_id).toBeNull()
    expect(emulator.rows('planning_events')).toEqual([])
  })

  test('publish and unpublish change fields that are stored in another record', () => {
    const emulator = empty()
    const course = emulator.given('courses', { is_published: false })
    const [product] = emulator.rows('catalog_products')
    expect(emulator.act.publish('catalog_products', product?.id as number).is_published).toBe(true)
    expect(emulator.row('courses', course.id)?.is_published).toBe(true)
    expect(emulator.act.unpublish('courses', course).is_published).toBe(false)
  })

  const refused: [string, (emulator: Emulator) => unknown, string][] = [
    [
      'an unknown resource',
      ({ act }) => act.create('meeting' as never),
      'Did you mean "meetings"?',
    ],
    [
      'an unknown field',
      ({ act }) => act.update('educators', 1, { fone: '112' } as never),
      'Could not update educators 1: there is no field of educators "fone". Did you mean "phone"?',
    ],
    [
      'a computed field',
      ({ act, given }) => act.update('courses', given('courses'), { starting_price: '1' } as never),
      'starting_price is computed from other records. Change those records instead.',
    ],
    [
      'a reference to nothing',
      ({ act, given }) => act.update('courses', given('courses'), { category_id: 99 }),
      'category_id 99 does not exist',
    ],
    ['an unknown record', ({ act }) => act.remove('courses', 99), 'Could not remove courses 99'],
    [
      'another id',
      ({ act }) => act.update('educators', 1, { id: 2 }),
      'Could not update educators 1: id cannot be changed',
    ],
    [
      'a record that others need',
      ({ act, given }) => act.remove('courses', given('planned_courses').course_id),
      'Could not remove courses 1: the record is needed by 1 planned_courses.',
    ],
    [
      'a follower',
      ({ act, given, rows }) => (
        given('courses'),
        act.remove('catalog_products', rows('catalog_products')[0]?.id as number)
      ),
      'it belongs to courses 1. Remove courses 1; its companions are removed with it.',
    ],
    [
      'a label in use, as the API does',
      ({ act, given }) => {
        const label = given('labels', { model_type: 'User' })
        given('users', { label_ids: [label.id] })
        act.remove('labels', label)
      },
      'is in use by 1 users',
    ],
    [
      'publishing what has no such state',
      ({ act, given }) => act.publish('labels' as never, given('labels').id as never),
      'there is no published resource "labels". Known are: catalog_products,',
    ],
    [
      'the one educator',
      ({ act }) => act.remove('educators', 1),
      'is the educator that all belongs to',
    ],
  ]
  test.each(refused)('%s is rejected', (_, work, message) => {
    const emulator = empty()
    const before = emittedEvents(emulator)
    expect(refusalOf(() => work(emulator))).toContain(message)
    expect(emittedEvents(emulator)).toEqual(before)
  })

  test('names the inputs as the caller does', () => {
    const { act } = empty()
    const refusals: [() => unknown, string][] = [
      [() => act.deleteUser({ user: 99 }), 'Could not delete user: user does not exist. Check'],
      [
        () => act.deleteUser({ id: 99 } as never),
        'Could not delete user: id does not exist. Check that the records exist',
      ],
      [
        () => act.requestOrder({} as never),
        'Could not request order: students is missing. Give students.',
      ],
      [
        () => act.createUser({ first_name: 'Mia' } as never),
        'Could not create user: last_name is missing; email is missing. Give last_name, email.',
      ],
    ]
    for (const [work, message] of refusals) expect(refusalOf(work)).toContain(message)
  })

  test('a misspelt input suggests the nearest name', () => {
    const { act } = empty()
    expect(refusalOf(() => act.enroll({ studnet: 1, planned_course: 1 } as never))).toContain(
      'Did you mean "student"?',
    )
  })
})

describe('a record of another kind', () => {
  test('is not accepted as an id, regardless of its source', () => {
    const emulator = createEmulator({ world: 'small-school' })
    const { act, given, row, rows } = emulator
    const user = given('users')
    const before = rows('users')
    const courses = [
      given('courses'),
      row('courses', 1),
      rows('courses')[0],
      act.update('courses', 1, {}),
    ]
    for (const course of courses as never[]) {
      const said = 'is a record of courses. Give a record of users, or its id.'
      expect(refusalOf(() => act.deleteUser({ user: course }))).toBe(
        `Could not delete user: \`user\` ${said}`,
      )
      expect(refusalOf(() => act.mergeUsers({ primary: user, secondary: course }))).toContain(said)
      expect(refusalOf(() => act.remove('users', course))).toContain(said)
      expect(refusalOf(() => emulator.mintToken({ user: course }))).toContain(said)
      const change = { act: 'deleteUser', input: { user: course } } as const
      expect(refusalOf(() => emulator.fault({ with: { change } }))).toContain(said)
    }
    expect(rows('users')).toEqual(before)
  })
})

test('an update may repeat the id of its record, and gives it no other id', () => {
  const emulator = empty()
  const [{ id }, other] = emulator.given('labels', 2)
  expect(emulator.act.update('labels', id, { id, name: 'Blue' })).toMatchObject({
    id,
    name: 'Blue',
  })
  expect(refusalOf(() => emulator.act.update('labels', id, { id: other.id }))).toContain(
    'cannot be changed',
  )
  expect(refusalOf(() => emulator.act.create('labels', { id: other.id }))).toContain(
    `a record with the id ${other.id} exists`,
  )
})
