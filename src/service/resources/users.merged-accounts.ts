/** Personal accounts and API keys in a merge of users. */
import * as d from '../../engine/define/define.ts'
import { mergeAccountPairs } from './users.merged-pairs.ts'
import { namePersonalAccount, personalAccountsOf } from '../rules/personal-accounts.ts'
import { keepsApiKeys, keepsBothAccounts } from '../behaviours/people.ts'

/** Keeps the personal accounts of the secondary user, or merges them with the account of the primary. */
export function mergePersonalAccounts(tx: d.Tx, primary: number, secondary: number): void {
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
export function mergeApiKeys(tx: d.Tx, secondary: number): void {
  for (const { id } of tx.where('api_keys', { user_id: secondary })) {
    if (!tx.assumes(keepsApiKeys)) tx.remove('api_keys', id)
  }
}
