import { expect, test } from 'course-admin-emulator/vitest'
import { courseIndex, coursePage } from './app.ts'

const never = (): Promise<never> => Promise.reject(new Error('nothing to wait for'))

test('a course shows the dates on which it can be booked', async ({ emulator }) => {
  const course = emulator.given('courses', { name: 'Knitting', is_published: true })
  for (const start_date of ['2026-03-02', '2026-02-02']) {
    emulator.given('planned_courses', { course_id: course.id, start_date, end_date: start_date })
  }
  emulator.given('planned_courses', { course_id: course.id, status: 'canceled' })

  expect(await coursePage({ ...emulator, wait: never }, course.id)).toEqual({
    title: 'Knitting',
    dates: ['2026-02-02', '2026-03-02'],
  })
})

test('a course that is not there has a page that says so', async ({ emulator }) => {
  expect(await coursePage({ ...emulator, wait: never }, 4_711)).toBe('not found')
})

test('the index waits when it is told to, and then goes on', async ({ emulator }) => {
  const waited: number[] = []
  const wait = async (seconds: number): Promise<void> => {
    waited.push(seconds)
    await emulator.advance(`${seconds}s`)
  }
  for (let i = 0; i < 499; i += 1) {
    await emulator.fetch('/courses/1', { headers: emulator.headers })
  }
  await emulator.advance('1m')

  const names = await courseIndex({ ...emulator, wait })
  expect(names).toEqual(emulator.rows('courses', { is_published: true }).map(({ name }) => name))
  expect(waited).toEqual([240])
})
