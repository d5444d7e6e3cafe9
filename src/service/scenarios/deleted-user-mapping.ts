/** A deletion whose event contains only the user id. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenMiaAndTom } from './parts/sample-records.ts'
import { enrollAll } from './parts/enrollments.ts'

/** A user is deleted. The event contains only the id, and the API no longer returns the user. */
export const deletedUserMapping = scenario(
  'deleted-user-mapping',
  {
    summary:
      'A user is deleted. The event contains only the id, and the API no longer returns the user.',
    given: givenMiaAndTom,
  },
  async ({ emulator, step, given }) => {
    const { mia, tom, first } = given
    await step('Mia and Tom are enrolled', () => enrollAll(emulator, [mia, tom], first))
    await step('An administrator deletes Mia', () => emulator.act.deleteUser({ user: mia }))
    return given
  },
)
