/** A moment that is sent for a date, and a day that is sent for a moment, in the tenant's time zone. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { idsAt } from '../../support/page-walk.ts'

const empty = (): Emulator => createEmulator({ world: 'empty' })

/** The same moment three times: the begin of 2 May 2026 in Amsterdam. */
const beginOfDay = ['2026-05-01T22:00:00.000Z', '2026-05-02T00:00:00+02:00', '2026-05-02']

async function write(emulator: Emulator, call: string, body: unknown): Promise<unknown> {
  const [method = '', path = ''] = call.split(' ')
  const { headers } = emulator
  const response = await emulator.fetch(path, { method, headers, body: JSON.stringify(body) })
  return response.json()
}

test.each(beginOfDay)('%s in a body is a day of the tenant', async (moment) => {
  const emulator = empty()
  const course = { course_id: emulator.given('courses').id, type: 'FixedPlannedCourse', cost: 1 }
  const created = await write(emulator, 'POST /planned_courses', { ...course, start_date: moment })
  expect(created).toMatchObject({ start_date: '2026-05-02' })
  const task = await write(emulator, 'POST /tasks', { name: 'Call', due_date: moment })
  expect(task).toMatchObject({ due_date: '2026-05-02' })
})

test.each(beginOfDay)('%s in a filter is a day of the tenant', async (moment) => {
  const emulator = empty()
  emulator.given('planned_courses', { start_date: '2026-05-01' })
  const { id } = emulator.given('planned_courses', { start_date: '2026-05-02' })
  const path = `/planned_courses?start_date_from=${encodeURIComponent(moment)}`
  expect((await idsAt(emulator, path))[0]).toEqual([id])
})

test('a moment whose day is after the year 9999 keeps its day in UTC', async () => {
  const emulator = empty()
  const body = { name: 'Call', due_date: '9999-12-31T23:30:00.000Z' }
  expect(await write(emulator, 'POST /tasks', body)).toMatchObject({ due_date: '9999-12-31' })
})

test('a day in a filter of moments is the begin of the day of the tenant', async () => {
  const emulator = empty()
  const { id } = emulator.given('planned_courses')
  const late = emulator.given('meetings', {
    planned_course_id: id,
    start_date_time: '2026-03-09T22:30:00.000Z',
    end_date_time: '2026-03-09T23:30:00.000Z',
  })
  const next = emulator.given('meetings', {
    planned_course_id: id,
    start_date_time: '2026-03-09T23:30:00.000Z',
    end_date_time: '2026-03-10T00:30:00.000Z',
  })
  expect((await idsAt(emulator, '/meetings?start=2026-03-10'))[0]).toEqual([late.id, next.id])
  expect((await idsAt(emulator, '/meetings?end=2026-03-10'))[0]).toEqual([late.id])
})
