/** Enrolls students in an edition and finds their enrollments. */
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import type { PlannedCourse, User } from '../../generated/rows.ts'

/** Enrolls students in an edition, in their order. */
export function enrollAll(
  emulator: Emulator,
  students: readonly User[],
  edition: PlannedCourse,
): void {
  for (const student of students) emulator.act.enroll({ student, planned_course: edition })
}

/** Finds the id of a student's enrollment in an edition. */
export function enrollmentIdOf(emulator: Emulator, student: User, edition: PlannedCourse): number {
  const filter = { student_id: student.id, planned_course_id: edition.id }
  const [enrollment] = emulator.rows('enrollments', filter)
  if (!enrollment)
    throw new Error(`user ${student.id} has no enrollment in planned course ${edition.id}`)
  return enrollment.id
}
