/** A user is merged before the write-back of the principal ID succeeds. */
import { scenario } from '../scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import { enrollStudents } from './parts/enrollments.ts'

/** The principal ID of a new account cannot be written back, and its user is merged meanwhile. */
export const mergeBeforeWriteBack = scenario(
  'merge-before-write-back',
  {
    summary:
      'The principal ID of a new account cannot be written back, and its user is merged meanwhile.',
  },
  async ({ emulator, step, resync }) => {
    const mia = givenPerson(emulator, 'Mia')
    const double = givenPerson(emulator, 'Double', { principal_id: null })
    const [own, moved] = [
      givenEdition(emulator, 'First aid'),
      givenEdition(emulator, 'Fire safety'),
    ]
    await step('Both are enrolled, and principal IDs cannot be written', () => {
      emulator.fault({ operation: 'create_external_identity', times: 2, with: { status: 503 } })
      enrollStudents(emulator, [mia], own)
      enrollStudents(emulator, [double], moved)
    })
    await step('An administrator merges the double into Mia', () =>
      emulator.act.mergeUsers({ primary: mia, secondary: double }),
    )
    await step('An hour passes', () => emulator.advance('1h'))
    await step('The integration reads everything', resync)
    return { mia, double, own, moved }
  },
)
