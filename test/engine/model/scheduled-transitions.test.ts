/** Transitions that happen when the clock passes a date, in the tenant's time zone. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'

const empty = (assumptions = {}) => createEmulator({ world: 'empty', assumptions })

describe('an enrollment', () => {
  test('becomes active at the start of its first day and completed at the end of its last day', async () => {
    const emulator = empty()
    const planned = emulator.given('planned_courses', {
      start_date: '2026-01-07',
      end_date: '2026-01-08',
    })
    const { id } = emulator.given('enrollments', { planned_course_id: planned.id })
    const status = () => emulator.row('enrollments', id)?.status
    expect(status()).toBe('confirmed')

    // Midnight in Amsterdam is 23:00 in UTC.
    await emulator.advance({ to: '2026-01-06T22:59:59.999Z' })
    expect(status()).toBe('confirmed')
    await emulator.advance({ to: '2026-01-06T23:00:00.000Z' })
    expect(status()).toBe('active')
    expect(emulator.row('planned_courses', planned.id)?.status).toBe('active')

    await emulator.advance({ to: '2026-01-08T22:59:59.999Z' })
    expect(status()).toBe('active')
    await emulator.advance('1ms')
    expect(status()).toBe('completed')
    expect(emulator.row('planned_courses', planned.id)?.status).toBe('completed')
  })

  test('that is canceled stays canceled', async () => {
    const emulator = empty()
    const { id } = emulator.given('enrollments', { status: 'canceled' })
    await emulator.advance('400d')
    expect(emulator.row('enrollments', id)?.status).toBe('canceled')
  })

  test('without an end stays active', async () => {
    const emulator = empty()
    const { id } = emulator.given('enrollments', { status: 'active', end_date: null })
    await emulator.advance('400d')
    expect(emulator.row('enrollments', id)?.status).toBe('active')
  })

  test('changes at midnight of daylight saving time in summer', async () => {
    const emulator = createEmulator({ world: 'empty', start: '2026-07-01T09:00:00.000Z' })
    const { id } = emulator.given('enrollments', { start_date: '2026-07-03', end_date: null })
    await emulator.advance({ to: '2026-07-02T21:59:59.999Z' })
    expect(emulator.row('enrollments', id)?.status).toBe('confirmed')
    await emulator.advance('1ms')
    expect(emulator.row('enrollments', id)?.status).toBe('active')
  })
})

describe('a scheduled transition', () => {
  test('emits an update of the planned course before those of its enrollments', async () => {
    const emulator = empty()
    const { planned_course_id } = emulator.given('enrollments')
    const hook = emulator.receiver({ url: 'https://app.test/hooks' })
    const { start_date } = emulator.row('planned_courses', planned_course_id) ?? {}
    await emulator.advance({ to: `${start_date}T12:00:00.000Z` })
    expect(hook.deliveries.map(({ event }) => event)).toEqual([
      'planned_course.updated',
      'catalog_variant.updated',
      'enrollment.updated',
    ])
  })

  test('emits nothing with the alternative', async () => {
    const emulator = empty({ 'transition.event': 'alternative' })
    const { id } = emulator.given('enrollments')
    const hook = emulator.receiver({ url: 'https://app.test/hooks' })
    await emulator.advance('400d')
    expect(emulator.row('enrollments', id)?.status).toBe('completed')
    expect(hook.deliveries).toEqual([])
  })

  test('is listed as pending and is the next due time of the clock', async () => {
    const emulator = empty()
    emulator.given('enrollments', { start_date: '2026-02-01', end_date: '2026-02-03' })
    expect(emulator.pending().map(({ kind }) => kind)).toContain('date')
    const days: string[] = []
    while (emulator.pending().length > 0) days.push((await emulator.advance('next')).now)
    expect(days).toContain('2026-01-31T23:00:00.000Z')
    expect(days).toContain('2026-02-03T23:00:00.000Z')
  })

  test('happens at its due time, however far the clock is advanced at once', async () => {
    const emulator = empty()
    emulator.given('planned_courses', { start_date: '2026-01-10', end_date: '2026-01-20' })
    await emulator.advance('30d')
    const moves = emulator.journal().filter(({ kind }) => kind === 'date')
    expect(moves.map(({ at }) => at)).toEqual([
      '2026-01-09T23:00:00.000Z',
      '2026-01-20T23:00:00.000Z',
    ])
  })
})

describe('every world', () => {
  test.each(['small-school', 'training-company'] as const)(
    'is consistent with its dates: %s',
    (world) => {
      const emulator = createEmulator({ world })
      const today = '2026-01-05'
      for (const { status, start_date, end_date, type } of emulator.rows('planned_courses')) {
        if (status === 'planned') expect(start_date > today).toBe(true)
        if (status === 'completed') expect(end_date && end_date < today).toBe(true)
        if (status === 'active' && type === 'FixedPlannedCourse') {
          expect(start_date <= today && (end_date ?? today) >= today).toBe(true)
        }
      }
      for (const { status, start_date, end_date } of emulator.rows('enrollments')) {
        if (status === 'confirmed') expect(start_date > today).toBe(true)
        if (status === 'active')
          expect(start_date <= today && (end_date ?? today) >= today).toBe(true)
        if (status === 'completed') expect(end_date && end_date < today).toBe(true)
      }
      expect(emulator.rows('webhooks').filter(({ active }) => active)).toEqual([])
      const [first] = emulator.rows('meetings')
      const { planned_course_id } = first ?? {}
      expect(
        emulator.rows('enrollments', { planned_course_id: planned_course_id as number }),
      ).not.toEqual([])
    },
  )

  test('has all four states, flexible courses and a second page of every long list', async () => {
    const emulator = createEmulator()
    const statuses = new Set(emulator.rows('enrollments').map(({ status }) => status))
    expect(statuses).toEqual(new Set(['confirmed', 'active', 'canceled', 'completed']))
    expect(emulator.rows('planned_courses', { type: 'FlexiblePlannedCourse' })).not.toEqual([])
    const long = ['users', 'accounts', 'affiliations', 'courses', 'planned_courses', 'enrollments']
    for (const path of [...long, 'meetings', 'orders', 'categories', 'meeting_locations']) {
      const { headers } = await emulator.fetch(`/${path}`, { headers: emulator.headers })
      expect([path, headers.get('link')]).toEqual([path, expect.stringContaining('rel="next"')])
    }
  })

  test('is the same on a running clock, relative to the current week', () => {
    const emulator = createEmulator({ clock: 'system', start: '2026-11-21T14:00:00.000Z' })
    const fixed = createEmulator({ start: '2026-11-16T09:00:00.000Z' })
    expect(emulator.rows('courses')).toEqual(fixed.rows('courses'))
    expect(emulator.rows('users').length).toBe(300)
    const today = '2026-11-21'
    for (const { status, start_date } of emulator.rows('enrollments')) {
      if (status === 'confirmed') expect(start_date > today).toBe(true)
    }
    emulator.close()
  })
})
