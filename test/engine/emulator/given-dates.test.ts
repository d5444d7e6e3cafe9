/** Dates in `given`, in acts and in the filter of `rows`: as a `Date`, and relative to the clock. */
import { createEmulator } from 'course-admin-emulator'
import { assertRow } from 'course-admin-emulator/node'
import { expect, test } from 'vitest'

const emulatorOf = () => createEmulator({ world: 'empty' })

test('a field that holds a day takes a Date and a relative date', () => {
  const { given } = emulatorOf()
  const { start_date, end_date } = given('planned_courses', { start_date: '+2w', end_date: '+30d' })
  expect([start_date, end_date]).toEqual(['2026-01-19', '2026-02-04'])
  const past = given('planned_courses', {
    start_date: '-2w',
    end_date: new Date('2026-01-02T10:00:00Z'),
  })
  expect([past.start_date, past.end_date]).toEqual(['2025-12-22', '2026-01-02'])
})

test('a field that holds a moment takes a Date and a relative date', () => {
  const { given } = emulatorOf()
  const meeting = given('meetings', {
    start_date_time: '+1d2h',
    end_date_time: new Date('2026-01-06T12:30:00Z'),
  })
  expect(meeting.start_date_time).toBe('2026-01-06T11:00:00.000Z')
  expect(meeting.end_date_time).toBe('2026-01-06T12:30:00.000Z')
})

test('a relative date counts from the clock, and a day from the calendar day of the tenant', async () => {
  const emulator = emulatorOf()
  emulator.act.update('educators', 1, { time_zone: 'Asia/Tokyo' })
  await emulator.advance({ to: '2026-01-09T20:00:00.000Z' })
  expect(emulator.given('planned_courses', { start_date: '+0d' }).start_date).toBe('2026-01-10')
  expect(emulator.given('users', { created_at: '-1h' }).created_at).toBe('2026-01-09T19:00:00.000Z')
})

test('a moment for a day is the day in the time zone of the tenant, as in a request', async () => {
  const emulator = emulatorOf()
  emulator.act.update('educators', 1, { time_zone: 'Asia/Tokyo' })
  const moment = '2026-01-19T20:00:00.000Z'
  const { id, start_date } = emulator.given('planned_courses', { start_date: new Date(moment) })
  expect([
    start_date,
    emulator.given('planned_courses', { start_date: moment }).start_date,
  ]).toEqual(['2026-01-20', '2026-01-20'])
  expect(emulator.rows('planned_courses', { start_date: moment })).toHaveLength(2)
  assertRow(emulator, 'planned_courses', { start_date: new Date(moment), times: 2 })
  emulator.act.update('planned_courses', id, { end_date: '2026-02-19T20:00:00Z' })
  expect(emulator.row('planned_courses', id)?.end_date).toBe('2026-02-20')
})

test('a duration above the limit of the service is refused', () => {
  const { given, act } = emulatorOf()
  const of = (duration: number) => ({ type: 'FlexiblePlannedCourse', duration }) as const
  const { id } = given('planned_courses', of(36_500))
  const reason = 'duration must be at most 36500'
  expect(() => given('planned_courses', of(36_501))).toThrow(reason)
  expect(() => act.update('planned_courses', id, of(36_501))).toThrow(reason)
  expect(() => given('planned_courses', of(-1))).toThrow('duration must be at least 0')
})

test('acts take dates, also in nested input, and the journal shows their texts', () => {
  const emulator = emulatorOf()
  const planned = emulator.given('planned_courses')
  emulator.act.update('planned_courses', planned, { end_date: new Date('2026-12-24T08:00:00Z') })
  expect(emulator.row('planned_courses', planned.id)?.end_date).toBe('2026-12-24')
  const meeting = emulator.act.create('meetings', { start_date_time: '+1w', end_date_time: '+8d' })
  expect(meeting.start_date_time).toBe('2026-01-12T09:00:00.000Z')
  const inputs = emulator.journal({ kind: 'act' }).map(({ input }) => input)
  expect(inputs).toMatchObject([
    { values: { end_date: '2026-12-24' } },
    { values: { start_date_time: '2026-01-12T09:00:00.000Z' } },
  ])
})

test('rows, expectations and imports take dates', () => {
  const emulator = emulatorOf()
  const { id } = emulator.given('planned_courses', { start_date: '2026-01-19' })
  const ids = (start_date: string | Date): number[] =>
    emulator.rows('planned_courses', { start_date }).map((each) => each.id)
  expect(ids('+2w')).toEqual([id])
  expect(ids(new Date('2026-01-19T05:00:00Z'))).toEqual([id])
  expect(ids('+15d')).toEqual([])
  emulator.importRecords({ planned_courses: [{ id, start_date: new Date('2026-01-20') }] })
  expect(ids('+15d')).toEqual([id])
})

test.each(['+30', '+1mo', '-', '+1d -2h', '+999999w', new Date(Number.NaN)])(
  'an invalid date is refused: %s',
  (start_date) => {
    const emulator = emulatorOf()
    expect(() => emulator.given('planned_courses', { start_date })).toThrow(
      expect.objectContaining({
        code: 'bad_date',
        message: expect.stringContaining('a relative date such as "+30d" or "-2w".'),
      }),
    )
    expect(emulator.rows('planned_courses')).toEqual([])
  },
)
