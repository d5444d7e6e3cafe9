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

const oneProviderEach = assumed('authentication.provider', 'there is one provider of each type', {
  because: 'the service shows the id of a provider but takes its type',
})
const oneUid = assumed('authentication.uid.unique', 'a uid is unique within its provider', {
  because: 'it is what a person logs in with',
})

/** There is one provider of each type; its id is its place in the list. */
export const providerIdOf = (type: ProviderType): number => providerTypes.indexOf(type) + 1

/** @param field what the uid was sent as */
export function addLogin(
  tx: Tx,
  user_id: number,
  type: ProviderType,
  uid: string,
  field = 'uid',
): Rows['authentications'] {
  tx.uses(oneProviderEach)
  tx.uses(oneUid)
  const authentication_provider_id = providerIdOf(type)
  if (tx.count('authentications', { authentication_provider_id, uid }) > 0) {
    throw unprocessable({ [field]: ['has already been taken'] }, oneUid)
  }
  return tx.insert('authentications', { uid, user_id, authentication_provider_id })
}
