/** Merges two users: references move to the primary user, and the secondary user is deleted. */
import { assumed, behaviour, type Tx, unprocessable } from '../define/define.ts'
import { cancelOrderWithoutPlaces } from './rules/order-places.ts'
import type { Rows } from '../generated/rows.ts'
import { isEnrolled } from './rules/enroll.ts'
import { isConfirmedOrActive } from './rules/enrollment-status.ts'
import { mergeApiKeys, mergePersonalAccounts } from './users.merged-accounts.ts'
import { mergeUserPairs } from './users.merged-pairs.ts'

const movesReferences = behaviour(
  'user.merge.references',
  'records that refer to the secondary user refer to the primary user after a merge',
)
const movesSilently = behaviour(
  'user.merge.record_events',
  'a merge emits no events for the records that it moves',
)
const emitsMergedEvent = behaviour(
  'user.merge.event',
  'a merge emits user.merged with the ids of the primary and the secondary user',
)
const dropsPrincipalId = assumed(
  'user.merge.principal_id',
  'the principal id of the secondary user is released, so that it can be set on the primary user',
  {
    reason: 'the document lets the integration set the principal id on the primary user afterwards',
    alternatives: {
      alternative: 'the principal id of the secondary user moves to a primary user without one',
    },
  },
)
const keepsAdministrator = assumed(
  'user.merge.admin',
  'after a merge, the primary user is an administrator if either user was one',
  { reason: 'the tenant keeps its administrator, who owns the records and keys that move' },
)
const emitsNoDeletedEvent = assumed('user.merge.deleted', 'a merge emits user.merged only', {
  reason: 'the document describes one event for a merge',
  alternatives: {
    alternative: 'a merge emits user.deleted for the secondary user, and then user.merged',
  },
})
const keepsBothEnrollments = assumed(
  'user.merge.duplicate_enrollment',
  'if both users are enrolled in the same planned course, the primary user keeps both enrollments',
  {
    reason: 'the document says that all enrollments move',
    alternatives: { alternative: 'the enrollment of the secondary user is canceled' },
  },
)
export function mergeUsers(tx: Tx, primary: number, secondary: number): Rows['users'] {
  if (primary === secondary) {
    throw unprocessable({ secondary_user_id: ['is the primary user'] })
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

function keepAdministrator(tx: Tx, primary: number): void {
  tx.logBehaviour(keepsAdministrator)
  tx.update('users', primary, { is_admin: true })
}

/** Cancels enrollments of the secondary user that the primary user has too, with the alternative. */
function cancelDuplicateEnrollments(tx: Tx, primary: number, secondary: number): void {
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
