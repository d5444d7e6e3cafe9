/** Which accounts of a demo world are of people, and who may order on an account. */
import type { Tx } from '../../define.ts'
import type { Rows } from '../rows.ts'

/** Every third account is a person's own. */
export const isPersonalDemo = (number: number): boolean => number % 3 === 2

/** The number of the business account that comes first, second, third. */
export const businessDemo = (place: number): number => place + Math.floor(place / 2)

export const isBusiness = ({ account_type }: { readonly account_type?: string }): boolean =>
  account_type === 'business'

/** Those who could order on an account before a day: its owner, or whoever belonged to it by then. */
export function customersOf(tx: Tx, account: Rows['accounts'], day: string): number[] {
  if (account.created_at >= day) return []
  if (account.personal_user_id !== null) return [account.personal_user_id]
  return tx
    .where('affiliations', { account_id: account.id })
    .filter(({ created_at }) => created_at < day)
    .map(({ user_id }) => user_id)
}
