/** Deletes a user with their logins and roles, and keeps their records of study. */
import { assumed, type Tx } from '../define/define.ts'
import { isConfirmedOrActive } from './rules/enrollment-status.ts'
import { cancelOrderWithoutPlaces } from './rules/order-places.ts'
import { removeTeacher } from './rules/teacher-assignment.ts'

const keepsEnrollments = assumed(
  'user.delete.enrollments',
  'enrollments of a deleted user are kept',
  {
    reason: 'the document does not say; records of study are usually kept',
    alternatives: {
      alternative: 'confirmed and active enrollments of a deleted user are canceled',
    },
  },
)
const deletesTeacher = assumed(
  'user.delete.teacher',
  'deleting a user deletes their teacher record too',
  {
    reason: 'the teacher record shows the name of the user',
  },
)

export function deleteUser(tx: Tx, id: number): void {
  if (!tx.assumes(keepsEnrollments)) {
    for (const enrollment of tx.where('enrollments', { student_id: id })) {
      if (!isConfirmedOrActive(enrollment)) continue
      tx.update('enrollments', enrollment.id, { status: 'canceled' })
      cancelOrderWithoutPlaces(tx, enrollment.order_id)
    }
  }
  for (const teacher of tx.where('teachers', { user_id: id })) {
    tx.logBehaviour(deletesTeacher)
    removeTeacher(tx, teacher.id)
  }
  tx.remove('users', id)
}
