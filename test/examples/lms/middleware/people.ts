/** Finds or creates the account of a user, and synchronizes its profile. */
import type { Account, LmsApi } from './lms-api.ts'
import type { Memory } from './memory.ts'
import type { Service, User } from './administration.ts'

export type People = ReturnType<typeof createPeople>

export function createPeople(service: Service, lms: LmsApi, memory: Memory) {
  /** Matches by principal ID, then by email if the user or the account has no principal ID. */
  async function match(user: User): Promise<Account | undefined> {
    const principalId = user.external_identity?.principal_id ?? undefined
    const remembered = memory.principalIdOf(user.id)
    for (const each of [principalId, remembered]) {
      const account = each && (await lms.withExternalId(each))
      if (account) return account
    }
    const account = await lms.withEmail(user.email)
    return principalId === undefined || account?.external_id === null ? account : undefined
  }

  /** Makes the account what the user is; both carry the same principal ID afterwards. */
  async function update(user: User, account: Account): Promise<Account> {
    const identity = user.external_identity
    const principalId = identity?.principal_id ?? account.external_id ?? account.id
    const updated = await lms.change(account.id, { ...profileOf(user), external_id: principalId })
    // Stored first: the user may be merged or deleted before a failed write-back is tried again.
    memory.remember(user.id, principalId)
    if (identity?.principal_id === null) await service.setPrincipalId(user.id, principalId)
    return updated
  }

  /** The account of a user that the API does not return any more: by what was stored of it. */
  async function accountOf(id: number): Promise<Account | undefined> {
    const principalId = memory.principalIdOf(id)
    if (principalId !== undefined) return lms.withExternalId(principalId)
    const email = memory.emailOf(id)
    return email === undefined ? undefined : lms.withEmail(email)
  }

  return {
    match,
    update,

    /** Finds or creates the account of a user. */
    async ensure(user: User): Promise<Account> {
      const account = await match(user)
      if (account) return update(user, account)
      // Stored first: the user may be merged or deleted before the account is known by its principal ID.
      memory.expect(user.id, user.email)
      return update(user, await lms.create(profileOf(user)))
    },

    accountOf,

    /** Name, email, language and identifier of a user, if the learning system knows them. */
    async refresh(id: number): Promise<void> {
      const user = await service.user(id)
      if (!user) return service.assertReadable('users')
      const account = await match(user)
      if (account) await update(user, account)
    },

    /** The user is gone; the number is all that is left, and what was remembered of it. */
    async deactivate(id: number): Promise<void> {
      const account = await accountOf(id)
      if (account) await lms.change(account.id, { active: false })
      memory.retire(id)
    },
  }
}

function profileOf({ first_name, middle_name, last_name, email, locale }: User): Partial<Account> {
  const name = [first_name, middle_name, last_name].filter(Boolean).join(' ')
  return { name, email, language: locale, active: true }
}
