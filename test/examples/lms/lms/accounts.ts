/** Finds, creates, changes and merges the accounts of the LMS. */
import { LmsError } from './lms-error.ts'
import type { Account, State } from './state.ts'

export interface AccountFields {
  external_id?: string | null
  email?: string
  name?: string
  language?: string
  active?: boolean
}

export function findAccounts({ accounts }: State, query: URLSearchParams): Account[] {
  const [externalId, email] = [query.get('external_id'), query.get('email')]
  return [...accounts.values()].filter(
    (account) =>
      (externalId === null || account.external_id === externalId) &&
      (email === null || account.email === email),
  )
}

export function accountOf({ accounts }: State, id: string): Account {
  const account = accounts.get(id)
  if (!account) throw new LmsError(404, `there is no account ${id}`)
  return account
}

export function createAccount(
  state: State,
  fields: AccountFields,
  idOf: (fields: AccountFields, number: number) => string = (_, number) => `acc-${number}`,
): Account {
  const { external_id = null, email = '', name = '', language = 'en' } = fields
  const number = state.accountsMade + 1
  const account = { id: idOf(fields, number), email, name, language, active: true }
  const stored = store(state, { ...account, external_id }, 'is made')
  // Note: a refused call must not change the state, because the log does not contain it.
  state.accountsMade = number
  return stored
}

export function changeAccount(state: State, id: string, fields: AccountFields): Account {
  const before = accountOf(state, id)
  const after = { ...before, ...fields, id }
  const left = before.active && !after.active
  return store(state, after, left ? 'is deactivated' : 'is updated')
}

/** Moves the course access of `from` to `into`, and deletes `from`. */
export function mergeAccounts(state: State, from: string, into: string): Account {
  const [leaving, staying] = [accountOf(state, from), accountOf(state, into)]
  for (const { students, teachers } of state.courses.values()) {
    for (const accounts of [students, teachers]) {
      if (accounts.delete(leaving.id)) accounts.add(staying.id)
    }
  }
  state.accounts.delete(from)
  state.history.push(`${from} is merged into ${into}`)
  return staying
}

/** Stores an account. Emails and external ids are unique. */
function store(state: State, account: Account, what: string): Account {
  for (const { id, email, external_id } of state.accounts.values()) {
    if (id === account.id) continue
    const isTaken =
      email === account.email || (external_id !== null && external_id === account.external_id)
    if (isTaken) throw new LmsError(409, `${id} has this email or external identifier`)
  }
  state.accounts.set(account.id, account)
  state.history.push(`${account.id} ${what}`)
  return account
}
