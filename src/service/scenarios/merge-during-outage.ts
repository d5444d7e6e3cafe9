/** A merge while neither the service nor the integration can reach the other. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import { enrollAll } from './parts/enrollments.ts'

/** Two users are merged while the receiver is down. The API stays down for longer. */
export const mergeDuringOutage = scenario(
  'merge-during-outage',
  {
    summary: 'Two users are merged while the receiver is down. The API stays down for longer.',
    given: (emulator) => {
      const [mia, duplicate] = [givenPerson(emulator, 'Mia'), givenPerson(emulator, 'Duplicate')]
      const [own, moved] = [
        givenEdition(emulator, 'First aid'),
        givenEdition(emulator, 'Fire safety'),
      ]
      return { mia, duplicate, own, moved }
    },
  },
  async ({ emulator, step, given }) => {
    const { mia, duplicate, own, moved } = given
    await step('Mia and her duplicate user are enrolled, each in one edition', async () => {
      enrollAll(emulator, [mia], own)
      enrollAll(emulator, [duplicate], moved)
    })
    await step('The receiver goes down for 7 minutes, the API for 12 minutes', () => {
      emulator.outage({ of: 'webhooks', until: '7m' })
      emulator.outage({ of: 'api', until: '12m' })
    })
    await step('An administrator merges the duplicate user into Mia', () =>
      emulator.act.mergeUsers({ primary: mia, secondary: duplicate }),
    )
    await step('An hour passes', () => emulator.advance('1h'))
    return given
  },
)
