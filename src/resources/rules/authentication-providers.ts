/** Authentication providers and the logins of users. */
import { assumed, type Tx, unprocessable } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'

type UserRow = Rows['users']

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

const followsEmail = assumed(
  'authentication.email',
  'a login of the provider service whose uid is the email of its user follows a change of the email',
  {
    reason: 'the document says that the email is the login name',
    alternatives: { alternative: 'the login keeps the former email' },
  },
)

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
    throw takenUid(field)
  }
  return tx.insert('authentications', { uid, user_id, authentication_provider_id })
}

const takenUid = (field: string) =>
  unprocessable({ [field]: ['has already been taken'] }, uniqueUid)

/** Gives the login whose uid is the former email of a user the email of the user. */
export function renameEmailLogin(tx: Tx, { id, email }: UserRow, before: UserRow): void {
  if (email === before.email) return
  const authentication_provider_id = providerIdFor('service')
  const ofEmail = (uid: string) => tx.where('authentications', { authentication_provider_id, uid })
  const login = ofEmail(before.email).find(({ user_id }) => user_id === id)
  if (!login || !tx.assumes(followsEmail)) return
  const [taken] = ofEmail(email)
  if (taken === undefined) tx.update('authentications', login.id, { uid: email })
  else if (taken.user_id !== id) throw takenUid('email')
}
