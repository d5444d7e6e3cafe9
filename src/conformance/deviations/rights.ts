/** Rights that the token loses during a run. */
import { scopeNamesIn } from '../../engine/define/scopes.ts'
import { toOperationMethod } from '../../engine/serve/router.ts'
import { deviation, type DeviationKindDefinition } from './deviation.ts'

export const rights = {
  kind: 'rights',
  about: 'the token is revoked or loses a scope',
  selection: 'all',
  absence: 'the integration makes no call. Let it read the service when a delivery arrives',
  comparedWith: 'counterfactual',
  changesService: true,
  deviations: [
    deviation<'request'>({
      name: 'revoked',
      at: 'request',
      summary: 'The token is revoked before the call.',
      rule: 'the service: an administrator can revoke a token at any time',
      apply: (run) => void run.removeRights('all'),
    }),
    deviation<'request'>({
      name: 'unscoped',
      at: 'request',
      summary: 'The token loses the scope of the call before the call.',
      rule: 'the service: an administrator can change the scopes of a token at any time',
      apply(run, { method, path }) {
        const found = run.context.router.find(toOperationMethod(method), path)
        run.removeRights(found ? scopeNamesIn(found.operation.scopes) : [])
        return undefined
      },
    }),
  ],
} as const satisfies DeviationKindDefinition
