/** Personal accounts and API keys in a merge of users. */
import { assumed, type Tx } from '../define/define.ts'
import { mergeAccountPairs } from './users.merged-pairs.ts'
import { namePersonalAccount, personalAccountsOf } from './rules/personal-accounts.ts'

const keepsBothAccounts = assumed(
  'user.merge.accounts',
  'the primary user keeps the personal accounts of both users',
  {
    reason: 'the document says that all records move',
    alternatives: {
      alternative:
        'the records of the secondary account move to the personal account of the primary user, and the empty account is deleted',
    },
  },
)
const keepsApiKeys = assumed(
  'user.merge.api_keys',
  'API keys of the secondary user stay valid, keep their scopes and belong to the primary user',
  {
    reason: 'the document says that all records move',
    alternatives: { alternative: 'API keys of the secondary user are refused' },
  },
)

/** Keeps the personal accounts of the secondary user, or merges them with the account of the primary. */
export function mergePersonalAccounts(tx: Tx, primary: number, secondary: number): void {
  const [kept] = personalAccountsOf(tx, primary)
  for (const account of personalAccountsOf(tx, secondary)) {
    if (!kept || tx.assumes(keepsBothAccounts)) {
      namePersonalAccount(tx, account, tx.get('users', primary))
    } else {
      mergeAccountPairs(tx, kept.id, account.id)
      tx.replaceReferences('accounts', account.id, kept.id)
      tx.remove('accounts', account.id)
    }
  }
}

/** Keeps the API keys of the secondary user, or removes them. */
export function mergeApiKeys(tx: Tx, secondary: number): void {
  for (const { id } of tx.where('api_keys', { user_id: secondary })) {
    if (!tx.assumes(keepsApiKeys)) tx.remove('api_keys', id)
  }
}
