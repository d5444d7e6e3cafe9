/** Who holds a principal id: one user at a time. */
import { assumed, type Tx } from '../define/define.ts'

export const uniquePrincipalId = assumed(
  'user.principal_id.taken',
  'a principal id that another user holds is refused with 422',
  {
    reason: 'it identifies one person outside the service',
    alternative: 'the principal id moves to the user who asks for it',
  },
)

/** Takes the principal id from whoever holds it, where the reading in force lets it move. */
export function releasePrincipalId(tx: Tx, principalId: string | null): void {
  if (principalId === null) return
  for (const holder of tx.where('users', { principal_id: principalId })) {
    if (!tx.assumes(uniquePrincipalId)) tx.update('users', holder.id, { principal_id: null })
  }
}
