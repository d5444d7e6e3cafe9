/** A change of teacher on an edition. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'
import { enrollAll } from './parts/enrollments.ts'

/** A teacher is assigned to an edition, and a second teacher replaces the first. */
export const teacherAssigned = scenario(
  'teacher-assigned',
  {
    summary: 'A teacher is assigned to an edition, and a second teacher replaces the first.',
    given: (emulator) => {
      const mia = givenPerson(emulator, 'Mia')
      const [tess, theo] = [givenPerson(emulator, 'Tess'), givenPerson(emulator, 'Theo')]
      const tessAsTeacher = emulator.given('teachers', { user_id: tess.id })
      const theoAsTeacher = emulator.given('teachers', { user_id: theo.id })
      const first = givenEdition(emulator, 'First aid')
      return { mia, tess, theo, tessAsTeacher, theoAsTeacher, first }
    },
  },
  async ({ emulator, step, given: { mia, tess, theo, tessAsTeacher, theoAsTeacher, first } }) => {
    await step('Mia is enrolled', () => enrollAll(emulator, [mia], first))
    const assigned = await step('Tess is assigned as the teacher', () =>
      emulator.act.assignTeacher({ planned_course: first, teacher: tessAsTeacher }),
    )
    await step('Theo replaces Tess', () => {
      emulator.act.assignTeacher({ planned_course: first, teacher: theoAsTeacher })
      emulator.act.remove('teacher_enrollments', assigned)
    })
    return { mia, tess, theo, first }
  },
)
