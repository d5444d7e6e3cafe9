/** The roles of a user, from the records that refer to the user. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { countVisible } from '../rules/visible-rows.ts'

export const roles = ['admin', 'teacher', 'customer', 'student'] as const

export function rolesOf(tx: d.Tx, { id, is_admin }: Rows['users']): (typeof roles)[number][] {
  const holds = {
    admin: is_admin,
    teacher: tx.count('teachers', { user_id: id }) > 0,
    customer: tx.count('orders', { creator_id: id }) > 0,
    student:
      tx.count('enrollments', { student_id: id }) > 0 ||
      countVisible(tx, 'program_enrollments', { student_id: id }) > 0,
  }
  return roles.filter((role) => holds[role])
}
