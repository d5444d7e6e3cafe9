/** The records of seeded worlds are consistent with each other and with the clock. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { findReferencedRows } from '../../../src/engine/define/references.ts'
import type { Rows } from '../../../src/service/generated/rows.ts'
import { worldStarts } from '../../support/world-starts.ts'

type Name = keyof Rows & string

const usualStart = '2026-01-05T09:00:00.000Z'

const worlds = [
  ['training-company', 1, usualStart],
  ['training-company', 2, usualStart],
  ['small-school', 1, usualStart],
  ...worldStarts.map((start) => ['training-company', 1, start] as const),
] as const

describe.each(worlds)('in %s of seed %i at %s', (name, seed, now) => {
  const emulator = createEmulator({ world: name, seed, start: now })
  const { store, catalog, calendar, zone } = contextOf(emulator)
  const today = calendar.dayAt(Date.parse(now), zone())

  const all = <N extends Name>(table: N) => [...store.scan(table)] as unknown as Rows[N][]
  const one = <N extends Name>(table: N, id: unknown) =>
    store.get(table, id as number) as unknown as Rows[N]
  const courseOf = (row: { planned_course_id: number }) =>
    one('planned_courses', row.planned_course_id)
  const judged = () =>
    all('grades').map((row) => [row, one('enrollments', row.gradeable_id)] as const)
  const live = () => all('enrollments').filter(({ status }) => status !== 'canceled')
  const teachersOf = (planned_course_id: number) =>
    all('teacher_enrollments')
      .filter((row) => row.planned_course_id === planned_course_id)
      .map(({ teacher_id }) => teacher_id)
  const twice = (keys: string[]) => keys.filter((key, i) => keys.indexOf(key) !== i)
  const overlap = (
    a: { start_date_time: string; end_date_time: string },
    b: { start_date_time: string; end_date_time: string },
  ) => a.start_date_time < b.end_date_time && b.start_date_time < a.end_date_time
  const attending = () =>
    all('planning_attendees').map((row) => {
      const isMeeting = row.attendable_type === 'Meeting'
      const slot = one(isMeeting ? 'meetings' : 'planning_events', row.attendable_id)
      return {
        ...row,
        slot,
        meeting: isMeeting ? slot : one('meetings', (slot as Rows['planning_events']).meeting_id),
      }
    })

  const none = (rows: readonly unknown[]) => expect(rows).toEqual([])

  test('no record was created in the future', () => {
    for (const table of catalog.resources.keys()) {
      none([...store.scan(table)].filter((row) => String(row['created_at'] ?? '') > now))
    }
  })

  test.each([...catalog.resources.keys()])(
    'records that %s refer to were created earlier',
    (table) => {
      const shape = catalog.resources.get(table)?.shape ?? {}
      if (!('created_at' in shape)) return
      const tx = { find: (to: string, id: number) => store.get(to, id) } as never
      for (const row of store.scan(table)) {
        const parents = findReferencedRows(tx, shape, row as never)
        none(parents.filter((each) => String(each['created_at'] ?? '') > String(row['created_at'])))
      }
    },
  )

  test('courses are planned before they start, for their duration', () => {
    const planned = all('planned_courses')
    none(planned.filter((row) => row.created_at.slice(0, 10) > row.start_date))
    none(
      planned.filter(({ end_date, start_date, course_id }) => {
        const [, days] = /^(\d+) days?$/.exec(one('courses', course_id).duration ?? '') ?? []
        const length = (Date.parse(end_date ?? '') - Date.parse(start_date)) / 86_400_000 + 1
        return end_date !== null && days !== undefined && length < Number(days)
      }),
    )
    none(planned.filter((row) => row.is_published && !one('courses', row.course_id).is_published))
  })

  test('the status of planned courses agrees with the clock', () => {
    const planned = all('planned_courses')
    const ended = (row: Rows['planned_courses']) => row.end_date !== null && row.end_date < today
    none(planned.filter((row) => row.status === 'planned' && row.start_date <= today))
    none(planned.filter((row) => row.status === 'active' && (row.start_date > today || ended(row))))
    none(planned.filter((row) => row.status === 'completed' && !ended(row)))
  })

  test('the status of enrollments agrees with the clock and with their course', () => {
    const ended = (row: Rows['enrollments']) => row.end_date !== null && row.end_date < today
    none(live().filter((row) => row.status === 'confirmed' && row.start_date <= today))
    none(live().filter((row) => row.status === 'active' && (row.start_date > today || ended(row))))
    none(live().filter((row) => row.status === 'completed' && !ended(row)))
    none(live().filter((row) => courseOf(row).status === 'canceled'))
  })

  test('students enroll before the course starts, once, if there is a place, and do not teach it', () => {
    const enrollments = all('enrollments')
    none(enrollments.filter((row) => row.created_at.slice(0, 10) > row.start_date))
    none(twice(live().map((row) => `${row.student_id} on ${row.planned_course_id}`)))
    none(
      enrollments.filter(({ planned_course_id, student_id }) =>
        teachersOf(planned_course_id).some((id) => one('teachers', id).user_id === student_id),
      ),
    )
    none(
      all('planned_courses').filter(({ id, max_participants }) => {
        const taken = live().filter(({ planned_course_id }) => planned_course_id === id).length
        return max_participants !== null && taken > max_participants
      }),
    )
  })

  test('an enrollment of an order is on the ordered course', () => {
    const ordered = all('enrollments').filter(({ order_id }) => order_id !== null)
    none(
      ordered.filter(
        (row) => one('orders', row.order_id).planned_course_id !== row.planned_course_id,
      ),
    )
  })

  test('meetings are on working days of the course, do not overlap, and use a free room at its location', () => {
    const meetings = all('meetings')
    none(meetings.filter((row) => [0, 6].includes(new Date(row.start_date_time).getUTCDay())))
    none(
      meetings.filter((row) => {
        const { start_date, end_date } = courseOf(row)
        const day = row.start_date_time.slice(0, 10)
        return day < start_date || (end_date !== null && day > end_date)
      }),
    )
    none(meetings.filter((row) => row.created_at > row.start_date_time))
    none(
      meetings.filter(({ meeting_location_id, ...row }) => {
        const room = meeting_location_id && one('meeting_locations', meeting_location_id)
        return room && room.course_location_id !== courseOf(row).course_location_id
      }),
    )
    none(
      meetings.filter((a) =>
        meetings.some(
          (b) =>
            a.id < b.id &&
            overlap(a, b) &&
            (a.planned_course_id === b.planned_course_id ||
              (a.meeting_location_id !== null && a.meeting_location_id === b.meeting_location_id)),
        ),
      ),
    )
  })

  test('teachers attend meetings of their courses, one at a time, and are active', () => {
    const present = attending()
    none(
      present.filter(({ meeting, teacher_id }) => {
        const { planned_course_id } = meeting as Rows['meetings']
        return !teachersOf(planned_course_id).includes(teacher_id)
      }),
    )
    none(
      present.filter((a) =>
        present.some(
          (b) => a.id < b.id && a.teacher_id === b.teacher_id && overlap(a.slot, b.slot),
        ),
      ),
    )
    none(
      present.filter(
        (row) => row.slot.start_date_time > now && !one('teachers', row.teacher_id).active,
      ),
    )
    none(
      twice(
        all('teacher_enrollments').map((row) => `${row.teacher_id} on ${row.planned_course_id}`),
      ),
    )
  })

  test('attendances are for past meetings and for enrolled students', () => {
    const attendances = all('attendances').map((row) => ({
      ...row,
      meeting: one('meetings', row.meeting_id),
      enrollment: one('enrollments', row.enrollment_id),
    }))
    none(attendances.filter((row) => row.state !== 'blanco' && row.meeting.end_date_time > now))
    none(attendances.filter((row) => row.created_at < row.meeting.start_date_time))
    none(attendances.filter((row) => row.enrollment.status === 'canceled'))
    none(
      attendances.filter(
        (row) => row.enrollment.planned_course_id !== row.meeting.planned_course_id,
      ),
    )
    none(attendances.filter((row) => row.state === 'attended' && row.comment !== null))
  })

  test('grades, certificates and credits are for completed enrollments and agree with the result', () => {
    none(judged().filter(([, { status }]) => status !== 'completed'))
    none(judged().filter(([row, { end_date }]) => row.created_at.slice(0, 10) < String(end_date)))
    none(
      judged().filter(
        ([row, { graduation_state }]) =>
          (Number(row.score) >= 5.5 ? 'passed' : 'failed') !== graduation_state,
      ),
    )
    const awarded = all('certificates').map((row) => ({
      row,
      to: one(
        row.certifiable_type === 'course_enrollment' ? 'enrollments' : 'program_enrollments',
        row.certifiable_id,
      ),
    }))
    none(awarded.filter(({ to }) => to.graduation_state !== 'passed'))
    none(
      awarded.filter(
        ({ row, to }) => 'end_date' in to && row.created_at.slice(0, 10) < String(to.end_date),
      ),
    )
    none(twice(awarded.map(({ row }) => `${row.certifiable_type} ${row.certifiable_id}`)))
    const earned = all('credits').map((row) => ({ row, by: one('enrollments', row.enrollment_id) }))
    none(earned.filter(({ by }) => by.graduation_state !== 'passed'))
    none(earned.filter(({ row, by }) => row.student_id !== by.student_id))
    none(earned.filter(({ row, by }) => row.course_id !== courseOf(by).course_id))
  })

  test('tasks are created before their due date and before their completion', () => {
    none(all('tasks').filter((row) => row.due_date && row.created_at.slice(0, 10) > row.due_date))
    none(all('tasks').filter((row) => row.completed_at && row.created_at > row.completed_at))
  })
})
