/** A merge moves a principal ID to another user, and later the principal ID changes. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import { enrollAll } from './parts/enrollments.ts'

/** The LMS account has the principal ID of the secondary user of a merge. */
export const principalIdMoves = scenario(
  'principal-id-moves',
  {
    summary: 'The LMS account has the principal ID of the secondary user of a merge.',
    given: (emulator) => {
      const mia = givenPerson(emulator, 'Mia', { principal_id: null })
      const duplicate = givenPerson(emulator, 'Duplicate')
      const first = givenEdition(emulator, 'First aid')
      return { mia, duplicate, first }
    },
  },
  async ({ emulator, step, given: { mia, duplicate, first } }) => {
    await step('Only the duplicate user is enrolled', () => enrollAll(emulator, [duplicate], first))
    await step('An administrator merges the duplicate user into Mia', () =>
      emulator.act.mergeUsers({ primary: mia, secondary: duplicate }),
    )
    const moved = emulator.row('users', mia.id)?.external_identity?.principal_id
    await step('The identity provider gives Mia a new principal ID', () =>
      emulator.act.update('users', mia, { principal_id: `p-new-${mia.id}` }),
    )
    return { mia, first, moved }
  },
)
