/** Merges two users: references move to the primary user, and the secondary user is deleted. */
import * as d from '../../engine/define/define.ts'
import { cancelOrderWithoutPlaces } from '../rules/order-places.ts'
import type { Rows } from '../generated/rows.ts'
import { isEnrolled } from '../rules/enroll.ts'
import { isConfirmedOrActive } from '../rules/enrollment-status.ts'
import { mergeUserPairs, mergeAccountPairs } from './users.merged-pairs.ts'
import {
  dropsPrincipalId,
  emitsMergedEvent,
  emitsNoDeletedEvent,
  keepsAdministrator,
  keepsBothEnrollments,
  movesReferences,
  movesEnrollmentsSilently,
  movesSilently,
  keepsApiKeys,
  keepsBothAccounts,
} from '../behaviours/people.ts'
import { namePersonalAccount, personalAccountsOf } from '../rules/personal-accounts.ts'

export function mergeUsers(tx: d.Tx, primary: number, secondary: number): Rows['users'] {
  if (primary === secondary) {
    throw d.unprocessable({ secondary_user_id: ['is the primary user'] })
  }
  for (const each of [movesReferences, movesEnrollmentsSilently, movesSilently, emitsMergedEvent])
    tx.logBehaviour(each)
  cancelDuplicateEnrollments(tx, primary, secondary)
  const { principal_id, is_admin } = tx.get('users', secondary)
  tx.withoutEvents(() => {
    mergePersonalAccounts(tx, primary, secondary)
    mergeUserPairs(tx, primary, secondary)
    mergeApiKeys(tx, secondary)
    tx.replaceReferences('users', secondary, primary)
    if (is_admin && tx.assumes(keepsAdministrator)) tx.update('users', primary, { is_admin })
  })
  if (tx.assumes(emitsNoDeletedEvent)) tx.withoutEvents(() => tx.remove('users', secondary))
  else tx.remove('users', secondary)
  if (!tx.assumes(dropsPrincipalId) && tx.get('users', primary).principal_id === null) {
    tx.withoutEvents(() => tx.update('users', primary, { principal_id }))
  }
  tx.emit('user.merged', { primary_user_id: primary, secondary_user_id: secondary })
  return tx.get('users', primary)
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

/** Keeps the personal accounts of the secondary user, or merges them with the account of the primary. */
function mergePersonalAccounts(tx: d.Tx, primary: number, secondary: number): void {
  const [kept] = personalAccountsOf(tx, primary)
  for (const account of personalAccountsOf(tx, secondary)) {
    if (!kept || tx.assumes(keepsBothAccounts)) {
      namePersonalAccount(tx, account, tx.get('users', primary))
    } else {
      mergeAccountPairs(tx, kept.id, account.id)
      tx.replaceReferences('accounts', account.id, kept.id)
      tx.remove('accounts', account.id)
    }
  }
}

/** Keeps the API keys of the secondary user, or removes them. */
function mergeApiKeys(tx: d.Tx, secondary: number): void {
  for (const { id } of tx.where('api_keys', { user_id: secondary })) {
    if (!tx.assumes(keepsApiKeys)) tx.remove('api_keys', id)
  }
}
