/** A receiver outage that is longer than all delivery attempts. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import { enrollAll, enrollmentIdOf } from './parts/enrollments.ts'

/** The receiver is down for longer than three delivery attempts, and events are lost. */
export const receiverDown30Minutes = scenario(
  'receiver-down-30-minutes',
  {
    summary: 'The receiver is down for longer than three delivery attempts, and events are lost.',
    given: (emulator) => {
      const [mia, tom, ann, duplicate] = [
        givenPerson(emulator, 'Mia'),
        givenPerson(emulator, 'Tom'),
        givenPerson(emulator, 'Ann'),
        givenPerson(emulator, 'Duplicate'),
      ]
      const first = givenEdition(emulator, 'First aid')
      return { mia, tom, ann, duplicate, first }
    },
  },
  async ({ emulator, step, resync, given: { mia, tom, ann, duplicate, first } }) => {
    await step('Mia, Ann and a duplicate user of Mia are enrolled', () =>
      enrollAll(emulator, [mia, ann, duplicate], first),
    )
    await step('The receiver goes down', () => emulator.outage({ of: 'webhooks', until: '30m' }))
    await step(
      'Ann cancels, Tom is enrolled, and the duplicate user is merged into Mia',
      async () => {
        emulator.act.cancelEnrollment({ enrollment: enrollmentIdOf(emulator, ann, first) })
        enrollAll(emulator, [tom], first)
        emulator.act.mergeUsers({ primary: mia, secondary: duplicate })
      },
    )
    await step('30 minutes pass', () => emulator.advance('30m'))
    await step('The integration restarts and synchronizes everything', resync)
    return { mia, tom, ann, first }
  },
)
