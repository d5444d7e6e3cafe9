/** A user is merged before the write-back of the principal ID succeeds. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import { enrollAll } from './parts/enrollments.ts'

/** The write-back of a principal ID fails, and its user is merged before the next attempt. */
export const mergeBeforeWriteBack = scenario(
  'merge-before-write-back',
  {
    summary:
      'The write-back of a principal ID fails, and its user is merged before the next attempt.',
    given: (emulator) => {
      const mia = givenPerson(emulator, 'Mia')
      const duplicate = givenPerson(emulator, 'Duplicate', { principal_id: null })
      const [own, moved] = [
        givenEdition(emulator, 'First aid'),
        givenEdition(emulator, 'Fire safety'),
      ]
      return { mia, duplicate, own, moved }
    },
  },
  async ({ emulator, step, resync, given }) => {
    const { mia, duplicate, own, moved } = given
    await step('Both are enrolled, and principal IDs cannot be written', () => {
      emulator.fault({ operation: 'create_external_identity', times: 2, with: { status: 503 } })
      enrollAll(emulator, [mia], own)
      enrollAll(emulator, [duplicate], moved)
    })
    await step('An administrator merges the duplicate user into Mia', () =>
      emulator.act.mergeUsers({ primary: mia, secondary: duplicate }),
    )
    await step('An hour passes', () => emulator.advance('1h'))
    await step('The integration synchronizes everything', resync)
    return given
  },
)
