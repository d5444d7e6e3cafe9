/** Finds the identity behind a token: its owner, its scopes and its application. */
import type { Row } from '../store/table.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Identity } from '../serve/call.ts'
import type { EmulatorContext } from './context.ts'

const identityCache = new WeakMap<Row, Identity>()

/** The identity of a stored token; undefined for an unknown token and after its owner is deleted. */
export function findIdentity(
  { store, catalog }: Pick<EmulatorContext, 'store' | 'catalog'>,
  token: string | undefined,
): Identity | undefined {
  if (token === undefined) return undefined
  const row = store.findFirst('api_keys', 'token', [token])
  if (!row || !store.get(ownerTable(catalog), row['user_id'] as number)) return undefined
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

/** The table of the people who own tokens. */
export const ownerTable = ({ columns }: Catalog): string =>
  columns('api_keys').find(({ name }) => name === 'user_id')?.spec.target ?? ''
