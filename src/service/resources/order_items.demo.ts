/** The student of a demo order item. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'

/** Returns the owner of a personal account, or a user who was created before the order. */
export function demoStudentId({ parent, tx, pick }: d.RecipeContext): unknown {
  const { account_id, created_at } = parent('order_id') as Rows['orders']
  const owner = tx.get('accounts', account_id).personal_user_id
  return owner ?? pick('users', (user) => user['created_at'] < created_at) ?? pick('users')
}
