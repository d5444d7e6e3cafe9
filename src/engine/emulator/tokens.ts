/**
 * Converts tokens between the form that clients send and the form that the emulator stores.
 *
 * A sent token has the instance key, where one address serves several emulators. The token of the
 * administrator is stored under a fixed text, so that a saved world does not contain the option `token`.
 */
import type { Settings, EmulatorContext } from './context.ts'
import type { Row } from '../store/table.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Identity } from '../serve/call.ts'

/** The token of a new emulator. It has every scope and belongs to the administrator. */
export const tokenDefault = 'course-admin-token'

type TokenSettings = Pick<Settings, 'instanceKey' | 'token'>

/** The token as the emulator stores it; undefined for the default token if the emulator has another one. */
export function storedTokenOf(
  sent: string,
  { instanceKey, token }: TokenSettings,
): string | undefined {
  const hasKey = instanceKey !== '' && sent.startsWith(`${instanceKey}~`)
  const bare = hasKey ? sent.slice(instanceKey.length + 1) : sent
  if (bare === token) return tokenDefault
  return bare === tokenDefault ? undefined : bare
}

/** The token as clients send it: with the instance key, if the emulator has one. */
export function sentTokenOf(stored: string, { instanceKey, token }: TokenSettings): string {
  const bare = stored === tokenDefault ? token : stored
  return instanceKey === '' ? bare : `${instanceKey}~${bare}`
}

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
      id: row.id as number,
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
