/** A cancellation after the course has started. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenMiaAndTom } from './parts/sample-records.ts'
import { enrollAll, enrollmentIdOf } from './parts/enrollments.ts'

/** A student cancels on the second day of the course. */
export const lateCancellation = scenario(
  'late-cancellation',
  {
    summary: 'A student cancels on the second day of the course.',
    given: givenMiaAndTom,
  },
  async ({ emulator, step, given }) => {
    const { mia, tom, first } = given
    await step('Mia and Tom are enrolled', () => enrollAll(emulator, [mia, tom], first))
    await step('The course starts', () => emulator.advance('8d'))
    await step('Mia cancels', () =>
      emulator.act.cancelEnrollment({ enrollment: enrollmentIdOf(emulator, mia, first) }),
    )
    return given
  },
)
