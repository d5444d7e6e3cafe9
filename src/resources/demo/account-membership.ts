/**
 * Which accounts of a demo world are of people, who belongs to the others, and who orders on them.
 *
 * Who belongs where follows from numbers alone, so that one more user or account moves nobody.
 */
import type { LooseRow, RecipeContext } from '../../define/recipe.ts'
import type { Rows } from '../../generated/rows.ts'

/** The owner of every third account; undefined where it is a firm's. */
export const demoAccountOwner = ({ tx, number }: RecipeContext): Rows['users'] | undefined =>
  number % 3 === 2 ? tx.find('users', number * 3) : undefined

/** The number of the account that is the first, second, third of a firm. */
export const demoBusinessAccountNumber = (index: number): number => index + Math.floor(index / 2)

/** Who belongs to a firm: every third user, but none of the owners. */
export const demoAccountMemberId = ({ tx, number }: RecipeContext): number | null =>
  tx.find('users', number * 3 + 1)?.id ?? null

export const isBusinessAccount = ({ account_type }: { readonly account_type?: string }): boolean =>
  account_type === 'business'

/** Who orders on an account: its owner, or whom to talk to; undefined before they were there. */
export function findOrderingUserId(
  { tx }: RecipeContext,
  account: LooseRow,
  moment: string,
): number | undefined {
  const { id: account_id, created_at, personal_user_id } = account as Rows['accounts']
  if (created_at >= moment) return undefined
  if (personal_user_id !== null) return personal_user_id
  const [first] = tx.where('affiliations', { account_id })
  return first && first.created_at < moment ? first.user_id : undefined
}
