import {
  rowCounts,
  boolean,
  equals,
  identity,
  ref,
  resource,
  timestamps,
} from '../define/define.ts'
import {
  demoBusinessAccountNumber,
  isBusinessAccount,
  demoAccountMemberId,
} from './demo/account-membership.ts'

/** A user who belongs to an account. */
export const AffiliationShape = {
  ...identity,
  account_id: ref('accounts').partOf(),
  user_id: ref('users').partOf(),
  key_contact: boolean().defaultsTo(false),
  ...timestamps,
}

const { account_id, user_id, key_contact } = AffiliationShape
const deprecated = true

export default resource('affiliations', AffiliationShape, { singular: 'Affiliation' }, (verbs) => ({
  operations: {
    get_affiliations: verbs.list({
      deprecated,
      scopes: ['relations:read'],
      filters: { user_id: equals('user_id'), account_id: equals('account_id') },
    }),
    create_affiliation: verbs.create({
      deprecated,
      scopes: ['relations:modify'],
      body: { user_id: user_id.required(), account_id: account_id.required(), key_contact },
    }),
    update_affiliation_by_id: verbs.update({
      deprecated,
      scopes: ['relations:modify'],
      body: { key_contact, user_id, account_id },
    }),
    delete_affiliation_by_id: verbs.destroy({ deprecated, scopes: ['relations:destroy'] }),
  },

  recipe: {
    rowCounts: rowCounts(2, 90, 10_000),
    defaults: { key_contact: false },
    fields: {
      // Each business account has a member. Its first member is the key contact.
      account_id: ({ number, tx, pick }) =>
        tx.find('accounts', demoBusinessAccountNumber(number))?.id ??
        pick('accounts', isBusinessAccount),
      user_id: demoAccountMemberId,
      key_contact: ({ row, tx, random }) =>
        tx.count('affiliations', { account_id: row['account_id'] }) === 0 || random.next() < 0.15,
    },
  },
}))
