/** Changes that a deviation makes to the world: the rights of the token, and records between two pages. */
import { scopeNamesIn } from '../../engine/define/scopes.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type { InterceptedRequest } from '../../engine/faults/fault-matcher.ts'
import { toOperationMethod } from '../../engine/serve/router.ts'

/** What a deviation takes from the token: everything, or the scopes of the requested operation. */
type LostRights = 'all' | readonly string[]

/** Returns what a deviation at a request takes from the token. */
export function lostRights(
  { router }: Pick<EmulatorContext, 'router'>,
  deviation: string,
  { method, path }: Pick<InterceptedRequest, 'method' | 'path'>,
): LostRights {
  if (deviation === 'revoked') return 'all'
  const operation = router.find(toOperationMethod(method), path)?.operation
  return operation ? scopeNamesIn(operation.scopes) : []
}

/** Revokes the token, or removes scopes from it. */
export function removeRights(
  { store, model }: Pick<EmulatorContext, 'store' | 'model'>,
  token: string,
  lost: LostRights,
): void {
  const key = store.findFirst('api_keys', 'token', [token])
  if (!key) return
  model.runWithoutEvents((tx) => {
    if (lost === 'all') return tx.remove('api_keys', key.id)
    const scopes = (key['scopes'] as readonly string[]).filter((scope) => !lost.includes(scope))
    return tx.update('api_keys', key.id, { scopes })
  })
}
