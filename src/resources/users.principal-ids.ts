/** The uniqueness of principal ids. */
import { assumed, type Tx } from '../define/define.ts'

export const uniquePrincipalId = assumed(
  'user.principal_id.taken',
  'a principal id of another user is refused with 422',
  {
    reason: 'a principal id identifies one person outside the service',
    alternatives: { alternative: 'the principal id moves to the user in the request' },
  },
)

/** Clears the principal id of its holder if the alternative of `uniquePrincipalId` is active. */
export function releasePrincipalId(tx: Tx, principalId: string | null): void {
  if (principalId === null) return
  for (const holder of tx.where('users', { principal_id: principalId })) {
    if (!tx.assumes(uniquePrincipalId)) tx.update('users', holder.id, { principal_id: null })
  }
}
