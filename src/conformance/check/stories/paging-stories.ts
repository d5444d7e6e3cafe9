/** Stories of paging: long lists, and lists that change while they are read. */
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import { type Scenario, scenario } from '../../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from '../../../service/scenarios/parts/sample-records.ts'
import { cancelPlace, change, enrollEach, givenEnrollment } from './story-acts.ts'

/** The largest page of a list. */
export const recordsPerPageMax = 100

const noLink = { external_link: null }

/**
 * A user with more enrollments than the largest page has is enrolled in an edition with an LMS link, among as many users. The
 * second pages have records of before the start: no event tells of them.
 */
export const longHistory = scenario(
  'long-history',
  {
    summary: 'A user with more enrollments than a page has is enrolled again.',
    given(emulator) {
      const mia = givenPerson(emulator, 'Mia')
      emulator.given('users', recordsPerPageMax)
      for (let i = 1; i <= recordsPerPageMax + 1; i += 1) {
        const edition = givenEdition(emulator, `Workshop ${i}`, noLink)
        givenEnrollment(emulator, mia, edition)
      }
      const edition = givenEdition(emulator, 'First aid')
      return { mia, tom: givenPerson(emulator, 'Tom'), edition }
    },
  },
  async ({ emulator, step, given: { mia, tom, edition } }) => {
    await step('Tom is enrolled', () => enrollEach(emulator, [tom], edition))
    await step('Mia is enrolled', () => enrollEach(emulator, [mia], edition))
  },
)

/** A class whose first member is deleted, and one user who joins later. */
const givenClass = (emulator: Emulator) => {
  const edition = givenEdition(emulator, 'First aid')
  const [gone, ...students] = ['Gone', 'Mia', 'Tom'].map((name) => givenPerson(emulator, name))
  for (const student of [gone!, ...students]) givenEnrollment(emulator, student, edition)
  emulator.act.deleteUser({ user: gone! })
  return { edition, gone: gone!, late: givenPerson(emulator, 'Late') }
}

type GivenClass = ReturnType<typeof givenClass>

/** Removes the first record of the class from the list, and adds one at its end. */
function changeClass(emulator: Emulator, { edition, gone, late }: GivenClass): void {
  cancelPlace(emulator, gone, edition)
  enrollEach(emulator, [late], edition)
}

/** What happens to the class of a run while its list is read. A run makes it once. */
export const waitingChanges = new WeakMap<Emulator, () => void>()

/** When a class changes: before a synchronization reads it, or while it does. */
type ChangeTime = 'before' | 'during'

const synchronizedClass = (name: string, time: ChangeTime): Scenario =>
  scenario(
    name,
    { summary: 'A class is synchronized while it changes.', given: givenClass },
    async ({ emulator, step, resync, given }) => {
      await step('The integration synchronizes everything', () => {
        if (time === 'before') changeClass(emulator, given)
        if (time === 'during') waitingChanges.set(emulator, () => changeClass(emulator, given))
        resync()
      })
    },
  ) as Scenario

export const classBeforeSynchronization = synchronizedClass(
  'class-before-synchronization',
  'before',
)
export const classDuringSynchronization = synchronizedClass(
  'class-during-synchronization',
  'during',
)

/** A user is enrolled in a service with a number of other enrollments. */
const enrollmentAmongOthers = (name: string, count: number): Scenario =>
  scenario(
    name,
    {
      summary: `A user is enrolled in a service with ${count} other enrollments.`,
      given(emulator) {
        for (let i = 1; i <= count; i += 1) {
          const other = givenPerson(emulator, `Other${i}`)
          givenEnrollment(emulator, other, givenEdition(emulator, `Workshop ${i}`, noLink))
        }
        return { mia: givenPerson(emulator, 'Mia'), edition: givenEdition(emulator, 'First aid') }
      },
    },
    async ({ emulator, step, given: { mia, edition } }) => {
      await step('Mia is enrolled', () => enrollEach(emulator, [mia], edition))
      await step('Mia marries', () => change(emulator, mia, { last_name: 'Dekker' }))
      await step('The integration is idle')
    },
  ) as Scenario

/** The number of other enrollments in `enrollmentAmongMany`. */
export const othersCount = 20
export const enrollmentAmongFew = enrollmentAmongOthers('enrollment-among-few', 0)
export const enrollmentAmongMany = enrollmentAmongOthers('enrollment-among-many', othersCount)
