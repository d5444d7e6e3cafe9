import { amounts, boolean, equals, identity, ref, resource, stamps } from '../define/define.ts'
import { businessDemo, isBusiness, memberDemo } from './demo/account-membership.ts'

/** A user who belongs to an account. */
export const Affiliation = {
  ...identity,
  account_id: ref('accounts').part(),
  user_id: ref('users').part(),
  key_contact: boolean().initially(false),
  ...stamps,
}

const { account_id, user_id, key_contact } = Affiliation
const deprecated = true

export default resource('affiliations', Affiliation, { one: 'Affiliation' }, (verbs) => ({
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
    amounts: amounts(2, 90, 10_000),
    plain: { key_contact: false },
    fields: {
      // Each firm has somebody, and whoever comes first is the one to talk to.
      account_id: ({ number, tx, pick }) =>
        tx.find('accounts', businessDemo(number))?.id ?? pick('accounts', isBusiness),
      user_id: memberDemo,
      key_contact: ({ row, tx, chance }) =>
        tx.count('affiliations', { account_id: row['account_id'] }) === 0 || chance.next() < 0.15,
    },
  },
}))
