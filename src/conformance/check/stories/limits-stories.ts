/** Stories of limits: closed windows, other clients, and outages of the service. */
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import { type Scenario, scenario } from '../../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from '../../../service/scenarios/parts/sample-records.ts'
import { enrollEach } from './story-acts.ts'

const givenClass = (emulator: Emulator, count: number) => ({
  tom: givenPerson(emulator, 'Tom'),
  students: Array.from({ length: count }, (_, i) => givenPerson(emulator, `Student${i + 1}`)),
  edition: givenEdition(emulator, 'First aid'),
})

/** A class needs more calls than a window has, and grows while the window is closed. */
export const classInTwoHalves = scenario(
  'class-in-two-halves',
  {
    summary: 'A class needs more calls than a window has, and grows while the window is closed.',
    rateLimit: { requestsPerWindowMax: 12 },
    given: (emulator) => givenClass(emulator, 16),
  },
  async ({ emulator, step, given: { students, edition } }) => {
    await step('Half of a class is enrolled, and the other half a minute later', async () => {
      enrollEach(emulator, students.slice(0, 8), edition)
      await emulator.advance('1m')
      enrollEach(emulator, students.slice(8), edition)
    })
  },
)

/** The same class with the documented limit. */
export const classWithinTheLimit: typeof classInTwoHalves = {
  ...classInTwoHalves,
  name: 'class-within-the-limit',
  options: { world: 'empty' },
}

/** The number of calls in a window that another client uses up. */
const callsPerWindow = 12

/** The path that the other client calls. */
export const otherClientPath = '/educators/current'

/** A user is enrolled in a window whose calls another client with the same token has made, or not. */
const enrollmentWithOtherClient = (name: string, hasOtherClient: boolean): Scenario =>
  scenario(
    name,
    {
      summary: 'A user is enrolled while another client uses the same token.',
      rateLimit: { requestsPerWindowMax: callsPerWindow },
      given: (emulator) => givenClass(emulator, 1),
    },
    async ({ emulator, step, given: { tom, students, edition } }) => {
      await step('Tom is enrolled', () => enrollEach(emulator, [tom], edition))
      await step('Another client begins the second window after it', async () => {
        await emulator.advance('500s')
        const { headers } = emulator
        const calls = hasOtherClient ? callsPerWindow : 0
        for (let i = 0; i < calls; i += 1) await emulator.fetch(otherClientPath, { headers })
      })
      await step('A minute later a user is enrolled', async () => {
        await emulator.advance('1m')
        enrollEach(emulator, students, edition)
      })
    },
  ) as Scenario

export const enrollmentInOwnWindow = enrollmentWithOtherClient('enrollment-in-own-window', false)
export const enrollmentInSharedWindow = enrollmentWithOtherClient(
  'enrollment-in-shared-window',
  true,
)

/** A class is enrolled while the service does not answer, for some minutes. */
const enrollmentInOutage = (name: string, count: number, minutes: number): Scenario =>
  scenario(
    name,
    {
      summary: `${count} users are enrolled, and the service is down for ${minutes} minutes.`,
      given: (emulator) => givenClass(emulator, count),
    },
    async ({ emulator, step, given: { tom, students, edition } }) => {
      await step('Tom is enrolled', () => enrollEach(emulator, [tom], edition))
      await step('The service goes down, and others are enrolled', () => {
        if (minutes > 0) emulator.outage({ of: 'api', until: `${minutes}m` })
        enrollEach(emulator, students, edition)
      })
    },
  ) as Scenario

/** The length of `enrollmentInLongOutage`, in minutes. */
export const longOutageMinutes = 135
/** The length of `classInOutage`, in minutes. */
export const shortOutageMinutes = 30

export const enrollmentWithoutOutage = enrollmentInOutage('enrollment-without-outage', 1, 0)
export const enrollmentInLongOutage = enrollmentInOutage(
  'enrollment-in-long-outage',
  1,
  longOutageMinutes,
)
export const classWithoutOutage = enrollmentInOutage('class-without-outage', 10, 0)
export const classInOutage = enrollmentInOutage('class-in-outage', 10, shortOutageMinutes)
