/** Personal accounts: an account that a user gets on first use, with the name of the user. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { fullName } from '../fields/person-names.ts'
import { personalAccountSlug } from '../fields/slugs.ts'
import { followsUserName, namesPersonalAccount } from '../behaviours/people.ts'

type AccountRow = Rows['accounts']
type UserRow = Rows['users']

/** Returns the id of the user's personal account. Creates the account on first use. */
export function findOrCreatePersonalAccount(tx: d.Tx, user_id: number): number {
  const [existing] = tx.where('accounts', { personal_user_id: user_id })
  if (existing) return existing.id
  tx.logBehaviour(namesPersonalAccount)
  const user = tx.get('users', user_id)
  const name = fullName(user)
  return tx.insert('accounts', {
    name,
    email: user.email,
    account_type: 'personal',
    personal_user_id: user_id,
    slug: personalAccountSlug(name, user_id) as string,
  }).id
}

/** Renames the personal accounts of a user whose name differs from the name before; returns the user. */
export function renamePersonalAccounts(tx: d.Tx, user: UserRow, before: UserRow): UserRow {
  if (fullName(before) === fullName(user)) return user
  for (const account of personalAccountsOf(tx, user.id)) namePersonalAccount(tx, account, user)
  return user
}

/**
 * Gives a personal account the name of a user. The name is derived from the user, so its change emits no
 * event and keeps `updated_at`.
 */
export function namePersonalAccount(tx: d.Tx, account: AccountRow, user: UserRow): void {
  const { id, updated_at } = account
  tx.logBehaviour(followsUserName)
  tx.withoutEvents(() => tx.update('accounts', id, { name: fullName(user), updated_at }))
}

/** Returns the personal accounts of a user, the oldest first. */
export const personalAccountsOf = (tx: d.Tx, personal_user_id: number): AccountRow[] =>
  tx
    .where('accounts', { personal_user_id })
    .filter(({ account_type }) => account_type === 'personal')

/** Removes the name from the new values of a personal account. */
export function withoutPersonalName<V extends { readonly name?: string }>(
  tx: d.Tx,
  { account_type }: AccountRow,
  values: V,
): V {
  if (values.name === undefined || account_type !== 'personal') return values
  if (!tx.assumes(followsUserName)) return values
  const { name: _, ...rest } = values
  return rest as V
}
