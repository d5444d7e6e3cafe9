import { expect, test } from 'course-admin-emulator/vitest'
import { createApp } from './app.ts'

test('a merged user keeps the access of both accounts', async ({ emulator }) => {
  const app = createApp(emulator)
  const [mia, double] = emulator.given('users', 2)
  const own = emulator.given('enrollments', { student_id: mia.id, status: 'active' })
  const moved = emulator.given('enrollments', { student_id: double.id, status: 'active' })
  const hook = emulator.receiver({
    url: 'https://app.test/hooks',
    events: ['user.merged'],
    answer: app.fetch,
  })

  emulator.act.mergeUsers({ primary: mia, secondary: double })
  await emulator.settle()

  expect(app.accessOf(mia)).toEqual([own.planned_course_id, moved.planned_course_id])
  expect(hook.transcript).toEqual(['09:00:00  user.merged  attempt 1  204'])
})

test('a merge is delivered when the app is available again', async ({ emulator }) => {
  const app = createApp(emulator)
  const [mia, double] = emulator.given('users', 2)
  const { planned_course_id } = emulator.given('enrollments', { student_id: double.id })
  const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })

  emulator.act.mergeUsers({ primary: mia, secondary: double })
  await emulator.settle()
  expect(app.accessOf(mia)).toEqual([])

  hook.answer(app.fetch)
  await emulator.advance('5m')
  expect(app.accessOf(mia)).toEqual([planned_course_id])
  expect(hook.transcript).toEqual([
    '09:00:00  user.merged  attempt 1  503',
    '09:05:00  user.merged  attempt 2  204',
  ])
})
