/** Refuses a call whose token lacks a required scope. */
import { assumed, behaviour } from '../../define/behaviours.ts'
import { Problem } from '../../define/problems.ts'
import type { Tx } from '../../define/tx.ts'
import type { Call } from '../call.ts'

const scopesApply = behaviour(
  'auth.scopes',
  'an API key permits only the operations that its scopes allow',
)
const missingScope = assumed(
  'auth.scope',
  'a token without a required scope is answered with 403',
  {
    reason: 'the document says "refused" and allows 403 or 404',
    alternatives: { alternative: 'a token without a required scope is answered with 404' },
  },
)

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
