/** Deliveries that arrive twice and out of order. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenMiaAndTom } from './parts/sample-records.ts'
import { enrollAll, enrollmentIdOf } from './parts/enrollments.ts'

/** The event of a cancellation arrives before the event of its enrollment, and each delivery arrives twice. */
export const duplicateAndReorderedDeliveries = scenario(
  'duplicate-and-reordered-deliveries',
  {
    summary:
      'The event of a cancellation arrives before the event of its enrollment, and each delivery arrives twice.',
    given: givenMiaAndTom,
  },
  async ({ emulator, step, given }) => {
    const { mia, tom, first } = given
    await step('Each delivery is sent twice from now on', () =>
      emulator.fault({ at: 'delivery', with: { duplicate: true } }),
    )
    await step('Tom is enrolled', () => enrollAll(emulator, [tom], first))
    await step('The event of the next enrollment is delayed', () =>
      emulator.fault({ event: 'enrollment.created', times: 1, with: { delay_ms: 60_000 } }),
    )
    await step('Mia is enrolled', () => enrollAll(emulator, [mia], first))
    await step('Mia cancels', () =>
      emulator.act.cancelEnrollment({ enrollment: enrollmentIdOf(emulator, mia, first) }),
    )
    await step('Two minutes pass', () => emulator.advance('2m'))
    return given
  },
)
