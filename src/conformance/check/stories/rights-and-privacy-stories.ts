/** Stories of rights and privacy: a day of work, refused calls, and deleted users. */
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import type { FaultRule } from '../../../engine/faults/fault-rule.ts'
import type { OperationId, ScopeName } from '../../../service/generated/rows.ts'
import { type Scenario, scenario } from '../../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from '../../../service/scenarios/parts/sample-records.ts'
import { givenStudent } from './enrollment-stories.ts'
import { change, deleteUser, enrollEach, touch } from './story-acts.ts'

const givenStaff = (emulator: Emulator) => {
  const tess = givenPerson(emulator, 'Tess', { last_name: 'Visser' })
  return {
    mia: givenPerson(emulator, 'Mia', { last_name: 'Hendriks', principal_id: null }),
    teacher: emulator.given('teachers', { user_id: tess.id }),
    edition: givenEdition(emulator, 'First aid'),
  }
}

/** A user without a principal ID is enrolled, and has another name. A teacher is assigned. */
export const workday = scenario(
  'workday',
  {
    summary:
      'A user without a principal ID is enrolled, a teacher is assigned, and a name changes.',
    given: givenStaff,
  },
  async ({ emulator, step, resync, given: { mia, teacher, edition } }) => {
    await step('Mia is enrolled', () => enrollEach(emulator, [mia], edition))
    await step('Tess is assigned as the teacher', () =>
      emulator.act.assignTeacher({ planned_course: edition, teacher }),
    )
    await step('Mia marries', () => change(emulator, mia, { last_name: 'Dekker' }))
    await step('The integration synchronizes everything', resync)
  },
)

/** The personal data of the users of `workday`, without first names, which occur in ids. */
export const workdayNames = [
  'Hendriks',
  'Visser',
  'Dekker',
  'mia@example.test',
  'tess@example.test',
]

/** A synchronization with the scopes of the token, or without one of them. */
export const synchronizationWith = (scopes: readonly ScopeName[] | undefined, name: string) =>
  scenario(
    `synchronization-${name}`,
    { summary: 'The token loses a scope before a full synchronization.', given: givenStaff },
    async ({ emulator, step, resync, given: { mia, teacher, edition } }) => {
      await step('Mia is enrolled, and Tess is assigned', () => {
        enrollEach(emulator, [mia], edition)
        emulator.act.assignTeacher({ planned_course: edition, teacher })
      })
      // Note: an integration without a webhook endpoint knows them from now on.
      await step('The integration synchronizes everything', resync)
      await step('The integration synchronizes everything again', () => {
        if (scopes) emulator.setScopes(emulator.token, scopes)
        resync()
      })
    },
  ) as Scenario

export const synchronizationWithAllScopes = synchronizationWith(undefined, 'with-all-scopes')

/** A known user has another name while a feature flag is on or off. */
export const newNameWith = (flags: Parameters<Emulator['flags']>[0], name: string) =>
  scenario(
    `new-name-${name}`,
    { summary: 'A feature flag is switched, and a user has another name.', given: givenStudent },
    async ({ emulator, step, given: { mia, edition } }) => {
      await step('Mia is enrolled', () => enrollEach(emulator, [mia], edition))
      await step('A feature flag is switched', () => emulator.flags(flags))
      await step('Mia marries', () => change(emulator, mia, { last_name: 'Dekker' }))
    },
  ) as Scenario

export const newNameWithAllFlags = newNameWith({}, 'with-all-flags')

/** Two users are enrolled, and one of them is deleted. */
const deletionOf = (name: string, isDeleted: boolean): Scenario =>
  scenario(
    name,
    {
      summary: 'Two users are enrolled, and one of them is deleted.',
      given: (emulator) => ({
        mia: givenPerson(emulator, 'Mia', { last_name: 'Hendriks' }),
        tom: givenPerson(emulator, 'Tom', { last_name: 'Visser' }),
        edition: givenEdition(emulator, 'First aid'),
      }),
    },
    async ({ emulator, step, given: { mia, tom, edition } }) => {
      await step('Mia and Tom are enrolled', () => enrollEach(emulator, [mia, tom], edition))
      await step('Mia is deleted', () => {
        if (isDeleted) deleteUser(emulator, mia)
      })
    },
  ) as Scenario

export const noDeletion = deletionOf('no-deletion', false)
export const oneDeletion = deletionOf('one-deletion', true)
/** The personal data of the deleted user. */
export const deletedUserNames = ['Hendriks', 'mia@example.test']

/** A field of a known user changes while reads of single records are refused, or not. */
const changeOf = (name: string, operation?: OperationId): Scenario =>
  scenario(
    name,
    {
      summary: 'A known user changes while a read of a single record is refused.',
      given: givenStudent,
    },
    async ({ emulator, step, resync, given: { mia, edition } }) => {
      await step('Mia is enrolled', () => enrollEach(emulator, [mia], edition))
      await step('The integration synchronizes everything', resync)
      await step('Mia changes her subscription of the newsletter', () => {
        const refusal = { at: 'request', operation, with: { status: 403 } } as const
        if (operation !== undefined) emulator.fault(refusal as FaultRule)
        touch(emulator, mia)
      })
    },
  ) as Scenario

export const changeWithReads = changeOf('change-with-reads')
export const changeWithRefusedReads = (operation: OperationId): Scenario =>
  changeOf(`change-without-${operation.replaceAll('_', '-')}`, operation)
