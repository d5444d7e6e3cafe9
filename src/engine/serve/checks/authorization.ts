/** Refuses a call whose token lacks a required scope. */
import { Problem } from '../../define/problems.ts'
import type { Tx } from '../../define/tx.ts'
import type { Call } from '../call.ts'
import { missingScope, scopesApply } from '../behaviours.ts'

export function authorize(call: Call, tx: Tx): void {
  const acceptedScopeSets = call.operation?.scopes.requirement(tx, call.input as never) ?? []
  tx.logBehaviour(scopesApply)
  const heldScopes = call.identity?.scopes
  const usedScopes = acceptedScopeSets.find((set) => set.every((scope) => heldScopes?.has(scope)))
  if (usedScopes) {
    call.entry.traffic.usedScopes = usedScopes
    return
  }
  const status = tx.assumes(missingScope) ? 403 : 404
  const scopeList = acceptedScopeSets.map((set) => set.join(' and ')).join(', or ')
  throw new Problem(status, {
    reason: `the token lacks ${scopeList}`,
    behaviour: missingScope,
    details: {
      missingScopes: acceptedScopeSets.map((set) => set.filter((scope) => !heldScopes?.has(scope))),
    },
  })
}
