/**
 * Owners and members of demo accounts.
 *
 * Membership depends on row numbers only, so that an additional user or account changes no other membership.
 */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'

/** Returns the owner of every third account, or undefined for a business account. */
export const demoAccountOwner = ({ tx, number }: d.RecipeContext): Rows['users'] | undefined =>
  number % 3 === 2 ? tx.find('users', number * 3) : undefined

/** Returns the number of the nth business account. */
export const demoBusinessAccountNumber = (index: number): number => index + Math.floor(index / 2)

/** Returns the next member of a business account: every third user, but no owner. */
export const demoAccountMemberId = ({ tx, number }: d.RecipeContext): number | null =>
  tx.find('users', number * 3 + 1)?.id ?? null

export const isBusinessAccount = ({ account_type }: { readonly account_type?: string }): boolean =>
  account_type === 'business'

/** Returns the user who orders for an account: its owner or first member, if they existed by then. */
export function findOrderingUserId(
  { tx }: d.RecipeContext,
  account: d.LooseRow,
  moment: string,
): number | undefined {
  const { id: account_id, created_at, personal_user_id } = account as Rows['accounts']
  if (created_at >= moment) return undefined
  if (personal_user_id !== null) return personal_user_id
  const [first] = tx.where('affiliations', { account_id })
  return first && first.created_at < moment ? first.user_id : undefined
}
