/** Search: any order of words, any case, parts of words. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'

const emulator = createEmulator({ world: 'empty' })
const api = createApiClient(emulator)
const course = emulator.given('courses', { name: 'Advanced Contract Law', code: 'ACL-7' })
emulator.given('planned_courses', { course_id: course.id })
emulator.given('planned_courses')
emulator.given('accounts', { name: 'Harbor Works', email: 'billing@harbor.test' })
const mia = emulator.given('users', {
  first_name: 'Mia',
  middle_name: 'van',
  last_name: 'Berg',
  email: 'mia@school.test',
})
emulator.given('teachers', { user_id: mia.id })
emulator.given('labels', { name: 'Follow up', model_type: 'Lead' })

test.each([
  ['/planned_courses', 'law contract', 1],
  ['/planned_courses', 'acl-7', 1],
  ['/catalog/products', 'CONTRACT', 1],
  ['/catalog/products', 'law acl', 1],
  ['/catalog/products', 'contract cooking', 0],
  ['/accounts', 'harbor', 1],
  ['/accounts', 'billing@', 1],
  ['/teachers', 'berg', 1],
  ['/teachers', 'mia van berg', 1],
  ['/teachers', 'school.test', 1],
  ['/labels', 'up', 1],
  ['/labels', ' follow  up ', 1],
])('%s: "%s" finds %i', async (path, words, count) => {
  const { body } = await api.get(`${path}?search=${encodeURIComponent(words)}`)
  expect(body).toHaveLength(count)
})
