/** An edition gets its LMS link after students are enrolled. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import { enrollAll } from './parts/enrollments.ts'

/** An edition gets its LMS link after students are enrolled. */
export const editionWithLmsLink = scenario(
  'edition-with-lms-link',
  {
    summary: 'An edition gets its LMS link after students are enrolled.',
    given: (emulator) => {
      const [mia, tom] = [givenPerson(emulator, 'Mia'), givenPerson(emulator, 'Tom')]
      const first = givenEdition(emulator, 'First aid', { external_link: null })
      return { mia, tom, first }
    },
  },
  async ({ emulator, step, given }) => {
    const { mia, tom, first } = given
    await step('Mia is enrolled in an edition without an LMS link', () =>
      enrollAll(emulator, [mia], first),
    )
    await step('The edition gets an LMS link', () =>
      emulator.act.update('planned_courses', first, {
        external_link: 'https://lms.example.test/courses/first-aid',
      }),
    )
    await step('Tom is enrolled', () => enrollAll(emulator, [tom], first))
    return given
  },
)
