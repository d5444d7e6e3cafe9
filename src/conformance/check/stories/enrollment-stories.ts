/** Stories of enrollments: small scenarios with one user or one class. */
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import { type Scenario, scenario } from '../../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from '../../../service/scenarios/parts/sample-records.ts'
import { withFault } from '../story-variant.ts'
import { change, enrollEach } from './story-acts.ts'

/** An edition with an LMS link, and a user who knows nothing of it yet. */
export const givenStudent = (emulator: Emulator) => ({
  mia: givenPerson(emulator, 'Mia'),
  edition: givenEdition(emulator, 'First aid'),
})

/** A user is enrolled. */
export const oneEnrollment = scenario(
  'one-enrollment',
  { summary: 'A user is enrolled.', given: givenStudent },
  async ({ emulator, step, given: { mia, edition } }) => {
    await step('Mia is enrolled', () => enrollEach(emulator, [mia], edition))
  },
)

/** A user is enrolled, and has another last name. */
export const newName = scenario(
  'new-name',
  { summary: 'A user is enrolled, and has another last name.', given: givenStudent },
  async ({ emulator, step, given: { mia, edition } }) => {
    await step('Mia is enrolled', () => enrollEach(emulator, [mia], edition))
    await step('Mia marries', () => change(emulator, mia, { last_name: 'Dekker' }))
  },
)

/** A user is enrolled after the secret of the webhook was rotated. */
export const enrollmentWithNewSecret = scenario(
  'enrollment-with-new-secret',
  { summary: 'A user is enrolled after the secret was rotated.', given: givenStudent },
  async ({ emulator, step, given: { mia, edition } }) => {
    await step('The secret of the webhook is rotated', () => {
      for (const { id } of emulator.rows('webhooks')) {
        emulator.act.rotateSecret({ webhook: id, graceS: 86_400 })
      }
    })
    await step('Mia is enrolled', () => enrollEach(emulator, [mia], edition))
  },
)

/** A class of twenty users is enrolled at once. */
export const enrollmentOfAClass = scenario(
  'enrollment-of-a-class',
  {
    summary: 'A class of twenty users is enrolled at once.',
    given: (emulator) => ({
      students: Array.from({ length: 20 }, (_, i) => givenPerson(emulator, `Student${i + 1}`)),
      edition: givenEdition(emulator, 'First aid'),
    }),
  },
  async ({ emulator, step, given: { students, edition } }) => {
    await step('The class is enrolled', () => enrollEach(emulator, students, edition))
  },
)

/** The time that a call takes in `classWithSlowCalls`, in milliseconds. */
export const slowCallMs = 4_000

/** A class is enrolled, and each call takes some seconds. */
export const classWithSlowCalls = withFault(enrollmentOfAClass as Scenario, 'slow-calls', {
  at: 'request',
  with: { latency_ms: slowCallMs },
})

/** The last name that the users of `newNamesOfTwo` receive. */
export const newLastName = 'Dekker'

/** Two users are enrolled, and have another last name, two seconds apart. */
export const newNamesOfTwo = scenario(
  'new-names-of-two',
  {
    summary: 'Two users are enrolled, and have another last name, two seconds apart.',
    given: (emulator) => ({ ...givenStudent(emulator), tom: givenPerson(emulator, 'Tom') }),
  },
  async ({ emulator, step, given: { mia, tom, edition } }) => {
    await step('Mia and Tom are enrolled', () => enrollEach(emulator, [mia, tom], edition))
    await step('Some minutes pass', () => emulator.advance('5m'))
    await step('Mia and Tom marry', async () => {
      change(emulator, mia, { last_name: newLastName })
      await emulator.advance('2s')
      change(emulator, tom, { last_name: newLastName })
    })
  },
) as Scenario
