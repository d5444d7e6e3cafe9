/** Stories whose events can arrive in another order: changes, merges and deletions. */
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import { type Scenario, scenario } from '../../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from '../../../service/scenarios/parts/sample-records.ts'
import { givenStudent } from './enrollment-stories.ts'
import { cancelPlace, change, deleteUser, enrollEach } from './story-acts.ts'

const givenTwoEditions = (emulator: Emulator) => ({
  mia: givenPerson(emulator, 'Mia'),
  own: givenEdition(emulator, 'First aid'),
  moved: givenEdition(emulator, 'Fire safety'),
})

const givenDuplicate = (emulator: Emulator) => ({
  ...givenTwoEditions(emulator),
  duplicate: givenPerson(emulator, 'Duplicate'),
})

/** A user is enrolled twice, and cancels the second enrollment ten seconds later. */
export const enrollmentAndCancellation = scenario(
  'enrollment-and-cancellation',
  { summary: 'A user is enrolled twice, and cancels once.', given: givenTwoEditions },
  async ({ emulator, step, given: { mia, own, moved } }) => {
    await step('Mia is enrolled', () => enrollEach(emulator, [mia], own))
    await step('Mia is enrolled again, and cancels', async () => {
      enrollEach(emulator, [mia], moved)
      await emulator.advance('10s')
      cancelPlace(emulator, mia, moved)
    })
  },
)

/** A user has another last name, and a third one ten seconds later. */
export const twoNewNames = scenario(
  'two-new-names',
  {
    summary: 'A user has another last name, and a third one ten seconds later.',
    given: givenStudent,
  },
  async ({ emulator, step, given: { mia, edition } }) => {
    await step('Mia is enrolled', () => enrollEach(emulator, [mia], edition))
    await step('Mia marries, and corrects her name', async () => {
      change(emulator, mia, { last_name: 'Deker' })
      await emulator.advance('10s')
      change(emulator, mia, { last_name: 'Dekker' })
    })
  },
)

/** A user has another last name, and a third one two seconds later. */
export const newNamesAtOnce = scenario(
  'new-names-at-once',
  {
    summary: 'A user has another last name, and a third one two seconds later.',
    given: givenStudent,
  },
  async ({ emulator, step, given: { mia, edition } }) => {
    await step('Mia is enrolled', () => enrollEach(emulator, [mia], edition))
    await step('Some minutes pass', () => emulator.advance('5m'))
    await step('Mia marries, and corrects her name at once', async () => {
      change(emulator, mia, { last_name: 'Deker' })
      await emulator.advance('2s')
      change(emulator, mia, { last_name: 'Dekker' })
    })
  },
) as Scenario

/** Two users of one person are enrolled and merged. */
export const mergeOfTwoStudents = scenario(
  'merge-of-two-students',
  { summary: 'Two users of one person are enrolled and merged.', given: givenDuplicate },
  async ({ emulator, step, given: { mia, duplicate, own, moved } }) => {
    await step('Mia is enrolled', () => enrollEach(emulator, [mia], own))
    await step('Her duplicate user is enrolled, and merged into Mia', async () => {
      enrollEach(emulator, [duplicate], moved)
      await emulator.advance('10s')
      emulator.act.mergeUsers({ primary: mia, secondary: duplicate })
    })
  },
)

/** Three users of one person are merged, in two merges at once. The name changes ten seconds later. */
export const mergeOfMergedUser = scenario(
  'merge-of-merged-user',
  {
    summary: 'A user is merged into a second one, who is merged into a third one at once.',
    given: (emulator) => ({ ...givenDuplicate(emulator), third: givenPerson(emulator, 'Third') }),
  },
  async ({ emulator, step, given: { mia, duplicate, third, own, moved } }) => {
    await step('The three users are enrolled', () => {
      enrollEach(emulator, [mia, duplicate], own)
      enrollEach(emulator, [third], moved)
    })
    await step('The third user is merged into the second, and the second into Mia', async () => {
      emulator.act.mergeUsers({ primary: duplicate, secondary: third })
      emulator.act.mergeUsers({ primary: mia, secondary: duplicate })
      await emulator.advance('10s')
      change(emulator, mia, { last_name: 'Dekker' })
    })
  },
)

/** A user is enrolled twice, and deleted ten seconds after the second enrollment. */
export const enrollmentAndDeletion = scenario(
  'enrollment-and-deletion',
  {
    summary: 'A user is enrolled twice, and deleted ten seconds later.',
    given: givenTwoEditions,
  },
  async ({ emulator, step, given: { mia, own, moved } }) => {
    await step('Mia is enrolled', () => enrollEach(emulator, [mia], own))
    await step('Mia is enrolled again, and deleted', async () => {
      enrollEach(emulator, [mia], moved)
      await emulator.advance('10s')
      deleteUser(emulator, mia)
    })
  },
)
