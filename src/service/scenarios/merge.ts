/** A merge of two users of one person. The LMS decides how an integration can follow it. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import { enrollAll } from './parts/enrollments.ts'

/** Two users of one person, each enrolled in an edition, are merged. */
export const merge = scenario(
  'merge',
  {
    summary: 'Two users of one person, each enrolled in an edition, are merged.',
    given: (emulator) => {
      const mia = givenPerson(emulator, 'Mia')
      const duplicate = givenPerson(emulator, 'Duplicate', { last_name: 'Bergh' })
      const own = givenEdition(emulator, 'First aid')
      const moved = givenEdition(emulator, 'Fire safety')
      return { mia, duplicate, own, moved }
    },
  },
  async ({ emulator, step, given }) => {
    const { mia, duplicate, own, moved } = given
    await step('Mia and her duplicate user are enrolled, each in one edition', async () => {
      enrollAll(emulator, [mia], own)
      enrollAll(emulator, [duplicate], moved)
    })
    await step('An administrator merges the duplicate user into Mia', () =>
      emulator.act.mergeUsers({ primary: mia, secondary: duplicate }),
    )
    return given
  },
)
