import { test, expect } from 'course-admin-emulator/vitest'
import { app } from '../src/access.js'

test('a merged user keeps the access of both accounts', async ({ emulator }) => {
  const [mia, double] = emulator.given('users', 2)
  const enrollment = emulator.given('enrollments', { student_id: double.id, status: 'active' })
  const hook = emulator.receiver({
    url: 'https://app.test/hooks',
    events: ['user.merged'],
    answer: app.fetch,
  })
  emulator.fault({ at: 'delivery', times: 1, with: { timeout: 'after' } })

  emulator.act.mergeUsers({ primary: mia.id, secondary: double.id })
  await emulator.settle()
  expect(app.lms.accessOf(mia)).toEqual([])

  await emulator.advance('5m')
  expect(app.lms.accessOf(mia)).toEqual([enrollment.planned_course_id])
  expect(hook.transcript).toEqual([
    '09:00:00  user.merged  attempt 1  no answer in 10 s',
    '09:05:00  user.merged  attempt 2  200',
  ])
})
