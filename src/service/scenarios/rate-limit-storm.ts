/** Many events at once need more API calls than the rate limit allows. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import { enrollAll } from './parts/enrollments.ts'

/** A class is enrolled at once. The calls that the integration needs exceed the rate limit. */
export const rateLimitStorm = scenario(
  'rate-limit-storm',
  {
    summary:
      'A class is enrolled at once. The calls that the integration needs exceed the rate limit.',
    rateLimit: { requestsPerWindowMax: 20 },
    given: (emulator) => {
      const first = givenEdition(emulator, 'First aid')
      const students = Array.from({ length: 12 }, (_, i) =>
        givenPerson(emulator, `Student${i + 1}`),
      )
      return { first, students }
    },
  },
  async ({ emulator, step, given }) => {
    const { first, students } = given
    await step('Twelve students are enrolled at once', () => enrollAll(emulator, students, first))
    await step('Five minutes pass', () => emulator.advance('5m'))
    await step('Ten minutes pass', () => emulator.advance('10m'))
    return given
  },
)
