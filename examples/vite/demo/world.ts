/** The demo data of the dev server. A change of this file reloads the data. */
import type { DemoWorld } from 'course-admin-emulator/vite'

export default {
  world: 'small-school',
  prepare(emulator) {
    const mia = emulator.given('users', { first_name: 'Mia', email: 'mia@example.test' })
    emulator.given('enrollments', 3, { student_id: mia.id, status: 'active' })
  },
} satisfies DemoWorld
