/** Authentication providers and the logins of users. */
import { assumed, type Tx, unprocessable } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'

export const providerTypes = [
  'cloud_active_directory',
  'service',
  'openid_connect',
  'federation_conext',
] as const

type ProviderType = (typeof providerTypes)[number]

const oneProviderPerType = assumed(
  'authentication.provider',
  'there is one provider of each type',
  {
    reason: 'records show the id of a provider, but requests send its type',
  },
)
const uniqueUid = assumed('authentication.uid.unique', 'a uid is unique within its provider', {
  reason: 'a user logs in with the uid',
})

/** Returns the id of the provider of a type: its position in the list. */
export const providerIdFor = (type: ProviderType): number => providerTypes.indexOf(type) + 1

/** Inserts a login. An error names `field`, the body field that contains the uid. */
export function createAuthentication(
  tx: Tx,
  user_id: number,
  type: ProviderType,
  uid: string,
  field = 'uid',
): Rows['authentications'] {
  tx.logBehaviour(oneProviderPerType)
  tx.logBehaviour(uniqueUid)
  const authentication_provider_id = providerIdFor(type)
  if (tx.count('authentications', { authentication_provider_id, uid }) > 0) {
    throw unprocessable({ [field]: ['has already been taken'] }, uniqueUid)
  }
  return tx.insert('authentications', { uid, user_id, authentication_provider_id })
}
