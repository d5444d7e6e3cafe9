/** The uniqueness of principal ids. */
import * as d from '../../engine/define/define.ts'
import { uniquePrincipalId } from '../behaviours/people.ts'

/**
 * Refuses the principal id of another user under the name of the body field; with the alternative, clears
 * the principal id of that user. `ownId` is the id of the user who gets it.
 */
export function releasePrincipalId(
  tx: d.Tx,
  principalId: string | null,
  field: string,
  ownId?: number,
): void {
  if (principalId === null) return
  for (const holder of tx.where('users', { principal_id: principalId })) {
    if (holder.id === ownId) continue
    if (tx.assumes(uniquePrincipalId)) {
      throw d.unprocessable({ [field]: ['has already been taken'] }, uniquePrincipalId)
    }
    tx.update('users', holder.id, { principal_id: null })
  }
}
