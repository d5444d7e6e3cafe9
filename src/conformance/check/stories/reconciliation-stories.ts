/** Stories whose records a full synchronization repairs: lost events, and synchronizations that fail. */
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import { type Scenario, type ScenarioContext, scenario } from '../../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from '../../../service/scenarios/parts/sample-records.ts'
import { cancelPlace, change, deleteUser, enrollEach, givenEnrollment } from './story-acts.ts'

const givenStudents = (emulator: Emulator) => ({
  mia: givenPerson(emulator, 'Mia'),
  tom: givenPerson(emulator, 'Tom'),
  zoe: givenPerson(emulator, 'Zoe'),
  own: givenEdition(emulator, 'First aid'),
  other: givenEdition(emulator, 'Fire safety'),
})

type Students = ScenarioContext<ReturnType<typeof givenStudents>>

/** The summary of the step in which the integration synchronizes. */
export const synchronization = 'The integration synchronizes'

/** Two users are enrolled in one edition and one in another, and the integration knows it: from events, or from a synchronization. */
async function becomeKnown(context: Students): Promise<void> {
  const { step, resync } = context
  await enrollThree(context)
  await step('The integration knows them', () => resync())
}

const enrollThree = ({ emulator, step, given: { mia, tom, zoe, own, other } }: Students) =>
  step('Three users are enrolled', () => {
    enrollEach(emulator, [mia, tom], own)
    enrollEach(emulator, [zoe], other)
  })

/** Makes changes whose events are never sent. */
function changeQuietly(emulator: Emulator, change: () => void): void {
  emulator.fault({ at: 'delivery', with: { drop: true } })
  change()
}

/** Three users are enrolled. One has another name, one cancels, and one is deleted. */
export const changesOfStudents = scenario(
  'changes-of-students',
  {
    summary: 'Three users are enrolled. One has another name, one cancels, and one is deleted.',
    given: givenStudents,
  },
  async (context) => {
    const { emulator, step, given } = context
    const { mia, tom, zoe, own } = given
    await enrollThree(context)
    await step('Mia marries', () => change(emulator, mia, { last_name: 'Dekker' }))
    await step('Tom cancels', () => cancelPlace(emulator, tom, own))
    await step('Zoe is deleted', () => deleteUser(emulator, zoe))
  },
)

/** Three users are enrolled, and the integration synchronizes a number of times. */
const synchronized = (name: string, count: number): Scenario =>
  scenario(
    name,
    { summary: 'The integration synchronizes three users.', given: givenStudents },
    async (context) => {
      await becomeKnown(context)
      for (let i = 0; i < count; i += 1) {
        await context.step(synchronization, () => context.resync())
      }
    },
  )

export const oneSynchronization = synchronized('one-synchronization', 1)
export const twoSynchronizations = synchronized('two-synchronizations', 2)

/** A user is enrolled and another one cancels, ten seconds after the start of a synchronization. */
export const changesDuringResync = scenario(
  'changes-during-resync',
  {
    summary: 'A user is enrolled and another one cancels while the integration synchronizes.',
    given(emulator) {
      const given = givenStudents(emulator)
      const { tom, own } = given
      givenEnrollment(emulator, tom, own)
      return given
    },
  },
  async ({ emulator, step, resync, given: { mia, tom, own } }) => {
    await step(synchronization, async () => {
      resync()
      await emulator.advance('10s')
      enrollEach(emulator, [mia], own)
      cancelPlace(emulator, tom, own)
    })
  },
)

/** Two users have other names. The integration learns of it in a synchronization. */
export const namesWithoutEvents = scenario(
  'names-without-events',
  { summary: 'Two users have other names, and no event says so.', given: givenStudents },
  async (context) => {
    const { emulator, step, resync, given } = context
    await becomeKnown(context)
    await step('Mia and Zoe marry', () =>
      changeQuietly(emulator, () => {
        change(emulator, given.mia, { last_name: 'Dekker' })
        change(emulator, given.zoe, { last_name: 'Dekker' })
      }),
    )
    await step(synchronization, () => resync())
    // Note: an outage during the synchronization is over before the next one.
    await step('Half an hour passes', () => emulator.advance('31m'))
  },
)

/** A user cancels. The integration learns of it in the final synchronization. */
export const cancellationWithoutEvent = scenario(
  'cancellation-without-event',
  { summary: 'A user cancels, and no event says so.', given: givenStudents },
  async (context) => {
    const { emulator, step, given } = context
    await becomeKnown(context)
    await step('Tom cancels', () =>
      changeQuietly(emulator, () => cancelPlace(emulator, given.tom, given.own)),
    )
  },
)

/** The summary of a step without a change. The final synchronization follows it. */
export const noChange = 'Nothing changes'

/** Three users are enrolled, and nothing changes before the final synchronization. */
export const unchangedClass = scenario(
  'unchanged-class',
  {
    summary: 'The integration synchronizes three users, and nothing changes.',
    given: givenStudents,
  },
  async (context) => {
    await becomeKnown(context)
    await context.step(noChange)
  },
)

/** A user has one last name, another one from the start, or another one after the integration knows the user. */
const nameOfStudent = (name: string, given: string, changed?: string): Scenario =>
  scenario(
    name,
    {
      summary: 'A known user has another last name.',
      given: (emulator) => ({
        mia: givenPerson(emulator, 'Mia', { last_name: given }),
        own: givenEdition(emulator, 'First aid'),
      }),
    },
    async ({ emulator, step, resync, given: { mia, own } }) => {
      await step('Mia is enrolled', () => enrollEach(emulator, [mia], own))
      await step('The integration knows her', () => resync())
      await step('Mia marries', () => {
        if (changed !== undefined) change(emulator, mia, { last_name: changed })
      })
    },
  ) as Scenario

export const oldName = nameOfStudent('old-name', 'Hendriks')
export const nameFromTheStart = nameOfStudent('name-from-the-start', 'Dekker')
export const changedName = nameOfStudent('changed-name', 'Hendriks', 'Dekker')
