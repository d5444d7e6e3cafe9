/** Merges two users: references move to the primary user, and the secondary user is deleted. */
import * as d from '../../engine/define/define.ts'
import { cancelOrderWithoutPlaces } from '../rules/order-places.ts'
import type { Rows } from '../generated/rows.ts'
import { isEnrolled } from '../rules/enroll.ts'
import { isConfirmedOrActive } from '../rules/enrollment-status.ts'
import { mergeApiKeys, mergePersonalAccounts } from './users.merged-accounts.ts'
import { mergeUserPairs } from './users.merged-pairs.ts'
import {
  dropsPrincipalId,
  emitsMergedEvent,
  emitsNoDeletedEvent,
  keepsAdministrator,
  keepsBothEnrollments,
  movesReferences,
  movesSilently,
} from '../behaviours/people.ts'
export function mergeUsers(tx: d.Tx, primary: number, secondary: number): Rows['users'] {
  if (primary === secondary) {
    throw d.unprocessable({ secondary_user_id: ['is the primary user'] })
  }
  for (const each of [movesReferences, movesSilently, emitsMergedEvent]) tx.logBehaviour(each)
  cancelDuplicateEnrollments(tx, primary, secondary)
  const { principal_id, is_admin } = tx.get('users', secondary)
  tx.withoutEvents(() => {
    mergePersonalAccounts(tx, primary, secondary)
    mergeUserPairs(tx, primary, secondary)
    mergeApiKeys(tx, secondary)
    tx.replaceReferences('users', secondary, primary)
    if (is_admin) keepAdministrator(tx, primary)
  })
  if (tx.assumes(emitsNoDeletedEvent)) tx.withoutEvents(() => tx.remove('users', secondary))
  else tx.remove('users', secondary)
  if (!tx.assumes(dropsPrincipalId) && tx.get('users', primary).principal_id === null) {
    tx.withoutEvents(() => tx.update('users', primary, { principal_id }))
  }
  tx.emit('user.merged', { primary_user_id: primary, secondary_user_id: secondary })
  return tx.get('users', primary)
}

function keepAdministrator(tx: d.Tx, primary: number): void {
  tx.logBehaviour(keepsAdministrator)
  tx.update('users', primary, { is_admin: true })
}

/** Cancels enrollments of the secondary user that the primary user has too, with the alternative. */
function cancelDuplicateEnrollments(tx: d.Tx, primary: number, secondary: number): void {
  const duplicates = tx
    .where('enrollments', { student_id: secondary })
    .filter(isConfirmedOrActive)
    .filter(({ planned_course_id }) => isEnrolled(tx, primary, planned_course_id))
  if (duplicates.length === 0 || tx.assumes(keepsBothEnrollments)) return
  for (const { id, order_id } of duplicates) {
    tx.update('enrollments', id, { status: 'canceled' })
    cancelOrderWithoutPlaces(tx, order_id)
  }
}
