/** An order that is approved after a cancellation frees a place. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import { enrollAll, enrollmentIdOf } from './parts/enrollments.ts'

/** A course is full. An order is approved after another student cancels. */
export const courseFillsUp = scenario(
  'course-fills-up',
  {
    summary: 'A course is full. An order is approved after another student cancels.',
    given: (emulator) => {
      const [mia, tom] = [givenPerson(emulator, 'Mia'), givenPerson(emulator, 'Tom')]
      const ann = givenPerson(emulator, 'Ann')
      const first = givenEdition(emulator, 'First aid', { max_participants: 2 })
      return { mia, tom, ann, first }
    },
  },
  async ({ emulator, step, given }) => {
    const { mia, tom, ann, first } = given
    await step('Mia and Tom take the last two places', () => enrollAll(emulator, [mia, tom], first))
    const order = await step('Ann orders a place', () =>
      emulator.act.requestOrder({ planned_course: first, students: [ann], customer: ann }),
    )
    await step('The order is refused because the course is full', () => {
      try {
        emulator.act.approveOrder({ order })
      } catch (error) {
        if (!(error instanceof EmulatorError)) throw error
      }
    })
    await step('Tom cancels', () =>
      emulator.act.cancelEnrollment({ enrollment: enrollmentIdOf(emulator, tom, first) }),
    )
    await step('The order is approved', () => emulator.act.approveOrder({ order }))
    return given
  },
)
