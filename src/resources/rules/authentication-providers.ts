/** What users log in with: a provider, and how it knows them. */
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
    reason: 'the service shows the id of a provider but takes its type',
  },
)
const uniqueUid = assumed('authentication.uid.unique', 'a uid is unique within its provider', {
  reason: 'it is what a person logs in with',
})

/** There is one provider of each type; its id is its place in the list. */
export const providerIdFor = (type: ProviderType): number => providerTypes.indexOf(type) + 1

/** @param field what the uid was sent as */
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
