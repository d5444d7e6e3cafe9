/** Deleting a user: logins and roles go, records of what the person did stay. */
import { assumed, type Tx } from '../define/define.ts'
import { isConfirmedOrActive } from './rules/enrollment-status.ts'
import { removeTeacher } from './rules/teacher-assignment.ts'

const keepsEnrollments = assumed('user.delete.enrollments', 'enrollments of a deleted user stay', {
  reason: 'nothing is said; records of study are kept',
  alternative: 'enrollments of a deleted user that are confirmed or active are canceled',
})
const deletesTeacher = assumed(
  'user.delete.teacher',
  'with a user goes the teacher that the user was',
  {
    reason: 'a teacher shows the name of the user, and nobody is left to teach',
  },
)

export function deleteUser(tx: Tx, id: number): void {
  if (!tx.assumes(keepsEnrollments)) {
    for (const enrollment of tx.where('enrollments', { student_id: id })) {
      if (isConfirmedOrActive(enrollment))
        tx.update('enrollments', enrollment.id, { status: 'canceled' })
    }
  }
  for (const teacher of tx.where('teachers', { user_id: id })) {
    tx.logBehaviour(deletesTeacher)
    removeTeacher(tx, teacher.id)
  }
  tx.remove('users', id)
}
