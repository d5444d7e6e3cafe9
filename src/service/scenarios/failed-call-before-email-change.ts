/** A call fails while a user is matched by email, and the user then changes the email. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import { enrollAll } from './parts/enrollments.ts'

/** One call fails while a user is matched by email. Minutes later the user has another email. */
export const failedCallBeforeEmailChange = scenario(
  'failed-call-before-email-change',
  {
    summary:
      'One call fails while a user is matched by email. Minutes later the user has another email.',
    given: (emulator) => {
      const mia = givenPerson(emulator, 'Mia', { principal_id: null })
      const first = givenEdition(emulator, 'First aid')
      return { mia, first }
    },
  },
  async ({ emulator, step, resync, given }) => {
    const { mia, first } = given
    await step('Mia is enrolled, and the first read of her record fails', () => {
      emulator.fault({ operation: 'get_user_by_id', times: 1, with: { status: 500 } })
      enrollAll(emulator, [mia], first)
    })
    await step('Mia changes her email', () =>
      emulator.act.updateUser({ user: mia, email: `dekker-${mia.id}@example.test` }),
    )
    await step('An hour passes', () => emulator.advance('1h'))
    await step('The integration synchronizes everything', resync)
    return given
  },
)
