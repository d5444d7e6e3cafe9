/** The uniqueness of principal ids. */
import { assumed, type Tx, unprocessable } from '../define/define.ts'

export const uniquePrincipalId = assumed(
  'user.principal_id.taken',
  'a principal id of another user is refused with 422',
  {
    reason: 'a principal id identifies one person outside the service',
    alternatives: { alternative: 'the principal id moves to the user in the request' },
  },
)

/**
 * Refuses the principal id of another user under the name of the body field; with the alternative, clears
 * the principal id of that user. `ownId` is the id of the user who gets it.
 */
export function releasePrincipalId(
  tx: Tx,
  principalId: string | null,
  field: string,
  ownId?: number,
): void {
  if (principalId === null) return
  for (const holder of tx.where('users', { principal_id: principalId })) {
    if (holder.id === ownId) continue
    if (tx.assumes(uniquePrincipalId)) {
      throw unprocessable({ [field]: ['has already been taken'] }, uniquePrincipalId)
    }
    tx.update('users', holder.id, { principal_id: null })
  }
}
