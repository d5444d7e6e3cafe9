/** Refuses a call whose token lacks a scope that the operation needs. */
import { assumed, behaviour } from '../../define/behaviours.ts'
import { Problem } from '../../define/problems.ts'
import type { Tx } from '../../define/tx.ts'
import type { Call } from '../call.ts'

const scoped = behaviour('auth.scopes', 'a key can do what its scopes allow, and nothing else')
const lacking = assumed('auth.scope', 'a token without a scope that is needed is answered 403', {
  because: 'the document says "refused" and allows 403 or 404',
  instead: 'a token without a scope that is needed is answered 404',
})

export function authorize(call: Call, tx: Tx): void {
  const need = call.operation?.scopes.need(tx, call.input as never) ?? []
  tx.uses(scoped)
  const held = call.identity?.scopes
  if (need.some((set) => set.every((scope) => held?.has(scope)))) return
  const status = tx.takes(lacking) ? 403 : 404
  const wanted = need.map((set) => set.join(' and ')).join(', or ')
  throw new Problem(status, {
    because: `the token lacks ${wanted}`,
    behaviour: lacking,
    details: { missingScopes: need.map((set) => set.filter((scope) => !held?.has(scope))) },
  })
}
