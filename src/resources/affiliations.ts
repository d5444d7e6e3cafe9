import {
  rowCounts,
  assumed,
  boolean,
  equals,
  identity,
  firstIdWithout,
  ref,
  resource,
  timestamps,
  type Tx,
} from '../define/define.ts'
import {
  demoBusinessAccountNumber,
  isBusinessAccount,
  demoAccountMemberId,
} from './demo/account-membership.ts'
import { assertNoDuplicate, type DuplicateRefusal } from './shared/duplicate-rows.ts'
import type { Rows } from '../generated/rows.ts'

const refusesDuplicatePair = assumed(
  'affiliation.pair',
  'a second affiliation of a user with the same account is refused with 422',
  {
    reason: 'a user belongs to an account once; the contract lists 422 and not 409',
    alternatives: { alternative: 'a user can have several affiliations with an account' },
  },
)

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

const duplicateRefusal: DuplicateRefusal = {
  status: 422,
  errors: { user_id: ['already belongs to the account'] },
  behaviour: refusesDuplicatePair,
}

type Pair = Pick<Rows['affiliations'], 'account_id' | 'user_id'>

function assertNewPair(tx: Tx, { account_id, user_id }: Pair): void {
  assertNoDuplicate(tx, 'affiliations', { account_id, user_id }, duplicateRefusal)
}

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
      example: (tx) => ({
        body: { user_id: firstIdWithout(tx, 'users', 'affiliations', 'user_id') },
      }),
      check: assertNewPair,
    }),
    update_affiliation_by_id: verbs.update({
      deprecated,
      scopes: ['relations:modify'],
      body: { key_contact, user_id, account_id },
      check(tx, body, stored) {
        const next = { ...stored, ...body }
        const isMoved = next.account_id !== stored.account_id || next.user_id !== stored.user_id
        if (isMoved) assertNewPair(tx, next)
      },
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
