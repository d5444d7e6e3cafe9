/** Changes that a deviation makes to the world: the rights of the token, and records between two pages. */
import { scopeNamesIn } from '../../define/scopes.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
import type { InterceptedRequest } from '../../faults/fault-matcher.ts'
import { toOperationMethod } from '../../serve/router.ts'

/** Revokes the token, or removes the scopes of the requested operation from it. */
export function removeRights(
  { store, model, router }: EmulatorContext,
  token: string,
  deviation: string,
  { method, path }: Pick<InterceptedRequest, 'method' | 'path'>,
): void {
  const key = store.findFirst('api_keys', 'token', [token])
  if (!key) return
  if (deviation === 'revoked') {
    model.runWithoutEvents((tx) => tx.remove('api_keys', key.id))
    return
  }
  const operation = router.find(toOperationMethod(method), path)?.operation
  const removed = new Set(operation ? scopeNamesIn(operation.scopes) : [])
  const scopes = (key['scopes'] as readonly string[]).filter((scope) => !removed.has(scope))
  model.runWithoutEvents((tx) => tx.update('api_keys', key.id, { scopes }))
}
