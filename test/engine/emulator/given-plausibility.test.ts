/** Records of `given` agree with their dates and the clock: no transition is due at once. */
import {
  createEmulator,
  type Emulator,
  EmulatorError,
  type ResourceName,
} from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

const world = createEmulator({ world: 'empty' })
const names = [...contextOf(world).catalog.resources.keys()] as ResourceName[]
const notGivable = ['api_keys', 'webhook_notifications', 'planning_conflicts']

const eventsOf = (emulator: Emulator) => emulator.journal().filter(({ kind }) => kind === 'event')

async function withoutEvents<T>(emulator: Emulator, make: (emulator: Emulator) => T): Promise<T> {
  const made = make(emulator)
  await emulator.settle()
  expect(eventsOf(emulator)).toEqual([])
  return made
}

describe('given, without a transition:', () => {
  test.each(names.filter((name) => !notGivable.includes(name)))('%s', async (name) => {
    await withoutEvents(world.fork(), (emulator) => emulator.given(name, 3))
    const later = world.fork()
    await later.advance('60d')
    await withoutEvents(later, (emulator) => emulator.given(name))
  })

  test.each([
    [{}, 'planned'],
    [{ start_date: '2025-01-01', end_date: '2025-02-01' }, 'completed'],
    [{ start_date: '2025-01-01' }, 'completed'],
    [{ start_date: '2025-12-20', end_date: '2026-01-05' }, 'active'],
    [{ start_date: '2026-01-05' }, 'active'],
    [{ start_date: '2026-01-06' }, 'planned'],
    [{ end_date: '2026-01-04' }, 'completed'],
    [{ end_date: '2026-01-06' }, 'active'],
    [{ end_date: '2026-06-01' }, 'planned'],
    [{ type: 'FlexiblePlannedCourse' }, 'active'],
    [{ status: 'completed', start_date: '2025-12-20' }, 'completed'],
    [{ status: 'active', end_date: '2026-01-06' }, 'active'],
    [{ status: 'planned', end_date: '2026-01-06' }, 'planned'],
    [{ status: 'canceled', start_date: '2025-12-20' }, 'canceled'],
  ] as const)('planned_courses %j', async (said, status) => {
    const made = await withoutEvents(world.fork(), (emulator) =>
      emulator.given('planned_courses', said),
    )
    expect(made).toMatchObject({ ...said, status })
    expect((made.end_date ?? '9') >= made.start_date).toBe(true)
  })

  test.each([
    [{}, 'confirmed'],
    [{ start_date: '2025-12-20' }, 'completed'],
    [{ start_date: '2026-01-02' }, 'active'],
    [{ status: 'completed', start_date: '2025-12-20' }, 'completed'],
    [{ status: 'active', start_date: '2025-06-20' }, 'active'],
    [{ status: 'active', end_date: null }, 'active'],
    [{ status: 'confirmed', end_date: '2026-01-08' }, 'confirmed'],
    [{ graduation_state: 'passed' }, 'completed'],
    [{ status: 'completed', end_date: '2026-03-01' }, 'completed'],
  ] as const)('enrollments %j', async (said, status) => {
    const made = await withoutEvents(world.fork(), (emulator) =>
      emulator.given('enrollments', said),
    )
    expect(made).toMatchObject({ ...said, status })
    expect((made.end_date ?? '9') >= made.start_date).toBe(true)
  })

  test.each([
    ['planned', 'confirmed'],
    ['active', 'active'],
    ['completed', 'completed'],
    ['canceled', 'canceled'],
  ] as const)('an enrollment on a %s course, which is %s', async (course, status) => {
    const made = await withoutEvents(world.fork(), (emulator) => {
      const planned = emulator.given('planned_courses', { status: course })
      return {
        planned,
        enrollment: emulator.given('enrollments', { planned_course_id: planned.id }),
      }
    })
    const { start_date, end_date } = made.planned
    expect(made.enrollment).toMatchObject({ status, start_date, end_date })
  })

  test.each(['confirmed', 'active', 'completed', 'canceled'] as const)(
    'a %s enrollment on a course in any state',
    async (status) => {
      for (const course of ['planned', 'active', 'completed', 'canceled'] as const) {
        await withoutEvents(world.fork(), (emulator) => {
          const planned_course_id = emulator.given('planned_courses', { status: course }).id
          return emulator.given('enrollments', { status, planned_course_id })
        })
      }
    },
  )
})

describe('given, with its requirements:', () => {
  const enrollmentOf = (id: number | null, emulator: Emulator) =>
    emulator.row('enrollments', id as number)

  test('a certificate, grade or credit has a completed and passed enrollment', () => {
    const emulator = world.fork()
    const passed = { status: 'completed', graduation_state: 'passed' }
    const { certifiable_id } = emulator.given('certificates')
    const { gradeable_id } = emulator.given('grades')
    const { enrollment_id, student_id } = emulator.given('credits')
    expect(enrollmentOf(certifiable_id, emulator)).toMatchObject(passed)
    expect(enrollmentOf(gradeable_id, emulator)).toMatchObject(passed)
    expect(enrollmentOf(enrollment_id, emulator)).toMatchObject({ ...passed, student_id })
  })

  test('a low score has a failed enrollment', () => {
    const emulator = world.fork()
    const { gradeable_id } = emulator.given('grades', { score: '3.5' })
    expect(enrollmentOf(gradeable_id, emulator)).toMatchObject({ graduation_state: 'failed' })
  })

  test('an attendance belongs to a past meeting of the course', () => {
    const emulator = world.fork()
    const { meeting_id, enrollment_id } = emulator.given('attendances')
    const meeting = emulator.row('meetings', meeting_id)
    const enrollment = enrollmentOf(enrollment_id, emulator)
    expect(enrollment?.planned_course_id).toBe(meeting?.planned_course_id)
    expect(Date.parse(meeting?.end_date_time as string)).toBeLessThan(emulator.now().getTime())
    const planned = emulator.given('meetings')
    const blank = emulator.given('attendances', { meeting_id: planned.id })
    expect(blank.state).toBe('blanco')
  })
})

describe('given, with values that agree with the given one:', () => {
  const seeds = [1, 2, 3, 4].map((seed) => createEmulator({ world: 'empty', seed }))

  test.each(seeds)('prices, limits, dates, subjects and results', (emulator) => {
    for (const name of ['planned_courses', 'program_editions'] as const) {
      expect(emulator.given(name, { max_participants: 2 }).min_participants ?? 0).toBeLessThan(3)
      expect(emulator.given(name, { min_participants: 40 }).max_participants ?? 40).toBe(40)
    }
    const priced = ['planned_courses', 'program_editions', 'courses', 'programs'] as const
    for (const name of priced) {
      expect(emulator.given(name, { cost_scheme: 'order' }).cost).toMatch(/^\d+\.\d\d$/)
      expect(emulator.given(name, { cost: null }).cost_scheme).toMatch(/^(tbd|free)$/)
    }
    const { start_date } = emulator.given('program_editions', { end_date: '2024-03-01' })
    expect((start_date as string) < '2024-03-01').toBe(true)
    const { subject_id } = emulator.given('tasks', { subject_type: 'Course' })
    expect(emulator.row('courses', subject_id as number)).toBeDefined()
    expect(emulator.given('grades', { score: null }).grade).toMatch(/./)
  })

  test('no grade, certificate or attendance is later than now', () => {
    const emulator = createEmulator({ world: 'empty' })
    const now = emulator.now().toISOString()
    const { id: enrollment_id } = emulator.given('enrollments', { status: 'confirmed' })
    const graded = { gradeable_id: enrollment_id, gradeable_type: 'Enrollment' } as const
    const attended = emulator.given('attendances', { enrollment_id })
    expect(attended).toMatchObject({ state: 'blanco', created_at: now })
    expect(emulator.given('grades', graded).created_at).toBe(now)
    const certifiable = { certifiable_id: enrollment_id, certifiable_type: 'course_enrollment' }
    expect(emulator.given('certificates', certifiable as object).created_at).toBe(now)
  })
})

test.each([
  ['planned_courses', { min_participants: 6, max_participants: 2 }, 'is above the maximum'],
  ['program_editions', { min_participants: 6, max_participants: 2 }, 'is above the maximum'],
  ['courses', { cost_scheme: 'order', cost: null }, 'the cost is null'],
  [
    'program_editions',
    { start_date: '2026-02-01', end_date: '2026-01-01' },
    'is before the start date',
  ],
  ['tasks', { subject_id: 1 }, 'the subject_type of the subject is missing'],
  ['tasks', { subject_type: 'User', subject_id: null }, 'the subject_id of the subject is missing'],
  ['grades', { score: null, grade: ' ' }, 'no grade and no score'],
  ['grades', { score: 'much' }, 'is not a number'],
  ['program_elements', { of_course_id: null }, 'needs a course'],
  [
    'planned_courses',
    { start_date: '2026-02-01', end_date: '2026-01-01' },
    'is before the start date',
  ],
  [
    'planned_courses',
    { status: 'active', start_date: '2027-01-01' },
    'the start date 2027-01-01 is in the future',
  ],
  [
    'planned_courses',
    { status: 'planned', start_date: '2025-01-01' },
    'the start date 2025-01-01 is not in the future',
  ],
  [
    'planned_courses',
    { status: 'active', end_date: '2025-12-01' },
    'the end date 2025-12-01 is in the past',
  ],
  ['enrollments', { start_date: '2026-02-01', end_date: '2026-01-01' }, 'is before the start date'],
  [
    'enrollments',
    { status: 'active', start_date: '2027-01-01' },
    'the start date 2027-01-01 is in the future',
  ],
  [
    'enrollments',
    { status: 'confirmed', start_date: '2025-01-01' },
    'the start date 2025-01-01 is not in the future',
  ],
] as const)('given %s %j is refused, and leaves nothing behind', (name, said, why) => {
  const emulator = world.fork()
  const make = () => emulator.given(name as 'enrollments', said as object)
  expect(make).toThrow(EmulatorError)
  expect(make).toThrow(why)
  expect(emulator.rows('courses')).toEqual([])
})
