/** An integration starts and reads the existing records of the service. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from './parts/sample-records.ts'

/** More students than one page of a list contains. */
const studentsCount = 28

/** An integration starts and reads the existing records of the service. */
export const lmsFirstSync = scenario(
  'lms-first-sync',
  {
    summary: 'An integration starts and reads the existing records of the service.',
    synchronized: false,
    given: (emulator) => {
      const first = givenEdition(emulator, 'First aid')
      const inClass = givenEdition(emulator, 'Archery', { external_link: null })
      const students = Array.from({ length: studentsCount }, (_, i) =>
        givenPerson(emulator, `Student${i + 1}`),
      )
      for (const { id } of students) {
        emulator.given('enrollments', { student_id: id, planned_course_id: first.id })
      }
      const archer = givenPerson(emulator, 'Archer')
      emulator.given('enrollments', { student_id: archer.id, planned_course_id: inClass.id })
      const tess = givenPerson(emulator, 'Tess')
      const teacher = emulator.given('teachers', { user_id: tess.id })
      emulator.given('teacher_enrollments', { planned_course_id: first.id, teacher_id: teacher.id })
      return { first, students, archer, tess }
    },
  },
  async ({ step, resync, given }) => {
    await step('The integration starts and synchronizes everything', resync)
    return given
  },
)
