/** The primary user of a merge becomes the secondary user of a second merge before the first event arrives. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import type { PlannedCourse } from '../generated/rows.ts'
import { enrollAll } from './parts/enrollments.ts'

/** One user is merged into a second user, who is merged into a third user at the same time. */
export const mergeOfMerged = scenario(
  'merge-of-merged',
  {
    summary:
      'One user is merged into a second user, who is merged into a third user at the same time.',
    given: (emulator) => {
      const mia = givenPerson(emulator, 'Mia')
      const [second, third] = [givenPerson(emulator, 'Second'), givenPerson(emulator, 'Third')]
      const editions = ['First aid', 'Fire safety', 'Archery'].map((name) =>
        givenEdition(emulator, name),
      )
      return { mia, second, third, editions }
    },
  },
  async ({ emulator, step, given: { mia, second, third, editions } }) => {
    await step('Each of the three users is enrolled in one edition', async () => {
      for (const [i, student] of [mia, second, third].entries()) {
        enrollAll(emulator, [student], editions[i] as PlannedCourse)
      }
    })
    await step('An administrator merges the third into the second, and the second into Mia', () => {
      emulator.act.mergeUsers({ primary: second, secondary: third })
      emulator.act.mergeUsers({ primary: mia, secondary: second })
    })
    await step('An hour passes', () => emulator.advance('1h'))
    return { mia, editions }
  },
)
