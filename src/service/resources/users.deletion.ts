/** Deletes a user with their logins and roles, and keeps their records of study. */
import * as d from '../../engine/define/define.ts'
import { isConfirmedOrActive } from '../rules/enrollment-status.ts'
import { cancelOrderWithoutPlaces } from '../rules/order-places.ts'
import { removeTeacher } from '../rules/teacher-assignment.ts'
import { deletesTeacher, keepsEnrollments } from '../behaviours/people.ts'

export function deleteUser(tx: d.Tx, id: number): void {
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
