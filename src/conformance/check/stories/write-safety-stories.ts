/** Stories in which an integration writes in the service: comments of orders, and first principal ids. */
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import { scenario } from '../../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from '../../../service/scenarios/parts/sample-records.ts'
import { givenStudent } from './enrollment-stories.ts'
import { change, deleteUser, enrollEach, orderPlace } from './story-acts.ts'

const givenNewcomer = (emulator: Emulator) => ({
  mia: givenPerson(emulator, 'Mia', { principal_id: null }),
  tom: givenPerson(emulator, 'Tom', { principal_id: null }),
  edition: givenEdition(emulator, 'First aid'),
})

/** A user orders a course, and the order is approved. */
export const approvedOrder = scenario(
  'approved-order',
  { summary: 'A user orders a course, and the order is approved.', given: givenStudent },
  async ({ emulator, step, given: { mia, edition } }) => {
    const order = await step('Mia orders a course', () => orderPlace(emulator, mia, edition))
    await step('The order is approved', () => emulator.act.approveOrder({ order }))
  },
)

/** A user without a principal id is enrolled. */
export const firstPrincipalId = scenario(
  'first-principal-id',
  {
    summary: 'A user without a principal id is enrolled.',
    synchronized: false,
    given: givenNewcomer,
  },
  async ({ emulator, step, given: { mia, edition } }) => {
    await step('Mia is enrolled', () => enrollEach(emulator, [mia], edition))
  },
)

/** The summary of the step in which users without principal ids are enrolled. */
export const newcomers = 'Mia and Tom are enrolled'

/** Two users without principal ids are enrolled. The first is deleted, the other has another email. */
export const changesOfNewcomers = scenario(
  'changes-of-newcomers',
  {
    summary: 'Two users without principal ids are enrolled. One is deleted, one has another email.',
    given: givenNewcomer,
  },
  async ({ emulator, step, given: { mia, tom, edition } }) => {
    await step(newcomers, () => enrollEach(emulator, [mia, tom], edition))
    await step('Tom has another email', () =>
      change(emulator, tom, { email: 'tom.berg@example.test' }),
    )
    await step('Mia is deleted', () => deleteUser(emulator, mia))
  },
)
