/** Users whose LMS accounts can be matched only by email. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import { enrollAll } from './parts/enrollments.ts'

/** The LMS has accounts for two users before the integration starts. One user has no principal ID. */
export const emailMatchWritesBack = scenario(
  'email-match-writes-back',
  {
    summary:
      'The LMS has accounts for two users before the integration starts. One user has no principal ID.',
    given: (emulator) => {
      const mia = givenPerson(emulator, 'Mia', { principal_id: null })
      const tom = givenPerson(emulator, 'Tom')
      const first = givenEdition(emulator, 'First aid')
      return { mia, tom, first }
    },
  },
  async ({ emulator, step, given }) => {
    const { mia, tom, first } = given
    await step('Mia and Tom are enrolled', () => enrollAll(emulator, [mia, tom], first))
    await step('Mia changes her last name and email', () =>
      emulator.act.updateUser({
        user: mia,
        last_name: 'Dekker',
        email: `dekker-${mia.id}@example.test`,
      }),
    )
    return given
  },
)
