/** Authentication providers and the logins of users. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { followsEmail, oneProviderPerType, uniqueUid } from '../behaviours/people.ts'

type UserRow = Rows['users']

export const providerTypes = [
  'cloud_active_directory',
  'service',
  'openid_connect',
  'federation_conext',
] as const

type ProviderType = (typeof providerTypes)[number]

/** Returns the id of the provider of a type: its position in the list. */
export const providerIdFor = (type: ProviderType): number => providerTypes.indexOf(type) + 1

/** Inserts a login. An error names `field`, the body field that contains the uid. */
export function createAuthentication(
  tx: d.Tx,
  user_id: number,
  type: ProviderType,
  uid: string,
  field = 'uid',
): Rows['authentications'] {
  tx.logBehaviour(oneProviderPerType)
  const authentication_provider_id = providerIdFor(type)
  const isTaken = tx.count('authentications', { authentication_provider_id, uid }) > 0
  if (tx.assumes(uniqueUid) && isTaken) throw takenUid(field)
  return tx.insert('authentications', { uid, user_id, authentication_provider_id })
}

const takenUid = (field: string) =>
  d.unprocessable({ [field]: ['has already been taken'] }, uniqueUid)

/** Gives the login whose uid is the former email of a user the email of the user. */
export function renameEmailLogin(tx: d.Tx, { id, email }: UserRow, before: UserRow): void {
  if (email === before.email) return
  const authentication_provider_id = providerIdFor('service')
  const ofEmail = (uid: string) => tx.where('authentications', { authentication_provider_id, uid })
  const login = ofEmail(before.email).find(({ user_id }) => user_id === id)
  if (!login || !tx.assumes(followsEmail)) return
  const [taken] = ofEmail(email)
  if (taken?.user_id === id) return
  if (taken && tx.assumes(uniqueUid)) throw takenUid('email')
  tx.update('authentications', login.id, { uid: email })
}
