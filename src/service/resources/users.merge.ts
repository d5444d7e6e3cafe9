/** Merges two users: references move to the primary user, and the secondary user is deleted. */
import * as d from '../../engine/define/define.ts'
import { cancelOrderWithoutPlaces } from '../rules/order-places.ts'
import type { Rows } from '../generated/rows.ts'
import { isEnrolled } from '../rules/enroll.ts'
import { isConfirmedOrActive } from '../rules/enrollment-status.ts'
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
  keepsOneOfPair,
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

/** A table in which two rows are a pair if they differ only in their owner. */
interface PairTable {
  readonly table: string
  /** The field that refers to the owner: a user, an account or a teacher. */
  readonly owner: string
  /** The fields that have the same values in both rows. */
  readonly shared: readonly string[]
}

const userPairs: readonly PairTable[] = [
  { table: 'affiliations', owner: 'user_id', shared: ['account_id'] },
  { table: 'organization_affiliations', owner: 'user_id', shared: ['organization_id'] },
  { table: 'teachers', owner: 'user_id', shared: [] },
]
const teacherPairs: readonly PairTable[] = [
  { table: 'teacher_enrollments', owner: 'teacher_id', shared: ['planned_course_id'] },
  {
    table: 'planning_attendees',
    owner: 'teacher_id',
    shared: ['attendable_type', 'attendable_id'],
  },
]
const accountPairs: readonly PairTable[] = [
  { table: 'affiliations', owner: 'account_id', shared: ['user_id'] },
  { table: 'organization_accounts', owner: 'account_id', shared: ['organization_id'] },
]

type PairRow = { readonly id: number } & Readonly<Record<string, unknown>>

/** Merges each row of the secondary user with the row of the primary user that forms a pair with it. */
function mergeUserPairs(tx: d.Tx, primary: number, secondary: number): void {
  for (const pair of userPairs) mergePairs(tx, pair, primary, secondary)
}

/** Merges each row of an account with the row of another account that forms a pair with it. */
function mergeAccountPairs(tx: d.Tx, primary: number, secondary: number): void {
  for (const pair of accountPairs) mergePairs(tx, pair, primary, secondary)
}

function mergePairs(tx: d.Tx, pair: PairTable, primary: number, secondary: number): void {
  const { table, owner, shared } = pair
  for (const row of tx.where<string>(table, { [owner]: secondary }) as PairRow[]) {
    const values = Object.fromEntries(shared.map((field) => [field, row[field]]))
    const [kept] = tx.where<string>(table, { [owner]: primary, ...values }) as PairRow[]
    if (kept && tx.assumes(keepsOneOfPair)) mergeRows(tx, table, kept, row)
  }
}

/** Sets the flags of both rows on the kept row, moves the references to it, and removes the other row. */
function mergeRows(tx: d.Tx, table: string, kept: PairRow, removed: PairRow): void {
  if (table === 'teachers') {
    for (const pair of teacherPairs) mergePairs(tx, pair, kept.id, removed.id)
  }
  tx.replaceReferences(table, removed.id, kept.id)
  tx.update<string>(table, kept.id, addedFlags(kept, removed))
  tx.remove(table, removed.id)
}

const addedFlags = (kept: PairRow, removed: PairRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(removed).filter(([name, value]) => value === true && kept[name] === false),
  )
