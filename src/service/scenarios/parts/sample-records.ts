/** The users and editions that the scenarios share. */
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import type { GivenValues } from '../../../engine/emulator/record-types.ts'
import { dayMs } from '../../../engine/clock/duration.ts'

/** Creates a user with a unique email and principal ID: `p-mia`, or `p-mia-2` if a Mia exists. */
export function givenPerson(
  emulator: Emulator,
  firstName: string,
  overrides: GivenValues<'users'> = {},
) {
  const sameNameCount = emulator.rows('users', { first_name: firstName }).length
  const name = firstName.toLowerCase() + (sameNameCount > 0 ? `-${sameNameCount + 1}` : '')
  return emulator.given('users', {
    first_name: firstName,
    middle_name: null,
    last_name: 'Berg',
    email: `${name}@example.test`,
    principal_id: `p-${name}`,
    locale: 'nl',
    ...overrides,
  })
}

/** Creates an edition. By default it starts in a week and has an LMS link. */
export function givenEdition(
  emulator: Emulator,
  name: string,
  overrides: GivenValues<'planned_courses'> = {},
) {
  const course = emulator.given('courses', { name })
  return emulator.given('planned_courses', {
    course_id: course.id,
    type: 'FixedPlannedCourse',
    status: 'planned',
    start_date: dateInDays(emulator, 7),
    end_date: dateInDays(emulator, 11),
    max_participants: null,
    external_link: `https://lms.example.test/courses/${course.id}`,
    ...overrides,
  })
}

/** Creates the users Mia and Tom, and an edition. */
export function givenMiaAndTom(emulator: Emulator) {
  const [mia, tom] = [givenPerson(emulator, 'Mia'), givenPerson(emulator, 'Tom')]
  return { mia, tom, first: givenEdition(emulator, 'First aid') }
}

/** The date after a number of days on the emulator's clock. */
const dateInDays = (emulator: Emulator, days: number): string =>
  new Date(emulator.now().getTime() + days * dayMs).toISOString().slice(0, 10)
