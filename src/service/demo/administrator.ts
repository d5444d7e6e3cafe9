/** The user who writes the comments, grades and tasks of demo data. */
import * as d from '../../engine/define/define.ts'

/** Returns the id of the first administrator, otherwise of any user; null without users. */
export function demoAdministratorId({ tx, pick }: d.RecipeContext): number | null {
  const first = tx.find('users', 1)
  if (first?.is_admin) return first.id
  return tx.where('users', { is_admin: true })[0]?.id ?? (pick('users') as number | null)
}
