/** A slow receiver, so that the queue fills up and notifications are dropped. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import { enrollAll } from './parts/enrollments.ts'

/** The receiver takes nine seconds per delivery. The queue fills up and notifications are dropped. */
export const slowReceiverBacklog = scenario(
  'slow-receiver-backlog',
  {
    summary:
      'The receiver takes nine seconds per delivery. The queue fills up and notifications are dropped.',
    delivery: { maxInFlight: 2, maxQueued: 3 },
    given: (emulator) => {
      const first = givenEdition(emulator, 'First aid')
      const students = Array.from({ length: 9 }, (_, i) => givenPerson(emulator, `Student${i + 1}`))
      return { first, students }
    },
  },
  async ({ emulator, step, resync, given }) => {
    const { first, students } = given
    const slow = await step('The receiver becomes slow', () =>
      emulator.fault({ at: 'delivery', with: { latency_ms: 9_000 } }),
    )
    await step('A class is enrolled at once', () => enrollAll(emulator, students, first))
    await step('Five minutes pass', () => emulator.advance('5m'))
    await step('The receiver is fast again', () => slow.end())
    await step('The integration detects the gap and synchronizes everything', resync)
    return given
  },
)
