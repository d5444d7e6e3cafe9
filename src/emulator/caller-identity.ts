/** Finds the identity behind a token: its owner, its scopes and its application. */
import type { Store } from '../machine/store.ts'
import type { Row } from '../machine/table.ts'
import type { Identity } from '../serve/call.ts'

const identityCache = new WeakMap<Row, Identity>()

/** The identity of a stored token; undefined for an unknown token and after its owner is deleted. */
export function findIdentity(store: Store, token: string | undefined): Identity | undefined {
  if (token === undefined) return undefined
  const row = store.findFirst('api_keys', 'token', [token])
  if (!row || !store.get('users', row['user_id'] as number)) return undefined
  let identity = identityCache.get(row)
  if (!identity) {
    identity = {
      token,
      scopes: new Set(row['scopes'] as string[]),
      ownerId: row['user_id'] as number,
      application: row['application'] as string | null,
    }
    identityCache.set(row, identity)
  }
  return identity
}
