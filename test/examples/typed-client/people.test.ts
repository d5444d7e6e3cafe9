import { expect, test } from 'course-admin-emulator/vitest'
import { createPeople } from './people.ts'

test('lists all users, page by page', async ({ emulator }) => {
  const people = createPeople(emulator)
  expect(await people.all()).toEqual(emulator.rows('users'))
})

test('adds a user once, and gets the problems the second time', async ({ emulator }) => {
  const people = createPeople(emulator)
  const mia = { first_name: 'Mia', last_name: 'Berg', email: 'mia@example.test' }
  const { user } = await people.add(mia)
  expect(emulator.row('users', user?.id as number)).toMatchObject(mia)
  expect(await people.add(mia)).toEqual({ problems: { email: ['has already been taken'] } })
})

test('lists the courses of a user', async ({ emulator }) => {
  const people = createPeople(emulator)
  const { student_id, planned_course_id } = emulator.given('enrollments', { status: 'active' })
  emulator.given('enrollments', { student_id, status: 'completed' })
  expect(await people.coursesOf({ id: student_id })).toEqual([planned_course_id])
})
