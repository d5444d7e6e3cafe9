/** Takes rights from a token, as an administrator of the service does. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'

/** Revokes the token, or removes scopes from it. */
export function removeRights(
  { store, model }: Pick<EmulatorContext, 'store' | 'model'>,
  token: string,
  lost: 'all' | readonly string[],
): void {
  const key = store.findFirst('api_keys', 'token', [token])
  if (!key) return
  model.runWithoutEvents((tx) => {
    if (lost === 'all') return tx.remove('api_keys', key.id)
    const scopes = (key['scopes'] as readonly string[]).filter((scope) => !lost.includes(scope))
    return tx.update('api_keys', key.id, { scopes })
  })
}
