/** The demo data of the dev server. A change of this file reloads the data. */
import type { DemoWorld } from 'course-admin-emulator/vite'

export default {
  world: 'demo',
  // The language of courses, people and places: 'en', 'nl' or 'de'.
  locale: 'en',
  prepare({ given, rows }) {
    const mia = given('users', { first_name: 'Mia', email: 'mia@example.test' })
    const planned = rows('planned_courses', { status: 'planned', is_published: true })
    for (const { id } of planned.slice(0, 2)) {
      given('enrollments', { student_id: mia, planned_course_id: id })
    }
  },
} satisfies DemoWorld
