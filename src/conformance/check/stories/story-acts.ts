/** What happens in stories: to students and their enrollments, and to the counterparts of these. */
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import type { Order, PlannedCourse, User } from '../../../service/generated/rows.ts'
import { enrollAll, enrollmentIdOf } from '../../../service/scenarios/parts/enrollments.ts'
import { Counterparts } from '../subject.ts'

/** Makes an enrollment that exists before the first step. */
export function givenEnrollment(emulator: Emulator, student: User, edition: PlannedCourse): void {
  emulator.given('enrollments', { student_id: student.id, planned_course_id: edition.id })
  Counterparts.in(emulator)?.give(student, edition)
}

/** Enrolls students in an edition, in their order. */
export function enrollEach(
  emulator: Emulator,
  students: readonly User[],
  edition: PlannedCourse,
): void {
  for (const student of students) {
    enrollAll(emulator, [student], edition)
    Counterparts.in(emulator)?.create(student, edition)
  }
}

/** Orders a place for a student in an edition. */
export function orderPlace(emulator: Emulator, student: User, edition: PlannedCourse): Order {
  const order = emulator.act.requestOrder({ planned_course: edition, students: [student] })
  Counterparts.in(emulator)?.create(student, edition)
  return order
}

/** Changes fields of a student. */
export function change(
  emulator: Emulator,
  user: User,
  values: { readonly last_name?: string; readonly email?: string },
): void {
  emulator.act.updateUser({ user, ...values })
  Counterparts.in(emulator)?.update(user)
}

/** Changes a field of a student that few integrations follow. */
export function touch(emulator: Emulator, user: User): void {
  emulator.act.updateUser({ user, wants_newsletter: !user.wants_newsletter })
  Counterparts.in(emulator)?.update(user, 'Another text')
}

/** Cancels the enrollment of a student. */
export function cancelPlace(emulator: Emulator, student: User, edition: PlannedCourse): void {
  emulator.act.cancelEnrollment({ enrollment: enrollmentIdOf(emulator, student, edition) })
  Counterparts.in(emulator)?.remove(student, edition)
}

/** Deletes a user. */
export function deleteUser(emulator: Emulator, user: User): void {
  emulator.act.deleteUser({ user })
  Counterparts.in(emulator)?.remove(user)
}
