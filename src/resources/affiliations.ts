import {
  rowCounts,
  assumed,
  boolean,
  created,
  equals,
  identity,
  firstIdWhere,
  operation,
  partialUpdate,
  record,
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
import { assertNewPair } from './shared/unique-pairs.ts'

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

type Pair = Readonly<Record<'account_id' | 'user_id', number>>

function assertNewAffiliation(tx: Tx, { account_id, user_id }: Pair, ownId?: number): void {
  const pair = { account_id, user_id }
  const errors = { user_id: ['already belongs to the account'] }
  assertNewPair(
    tx,
    'affiliations',
    pair,
    { status: 422, errors, behaviour: refusesDuplicatePair },
    ownId,
  )
}

export default resource('affiliations', AffiliationShape, { singular: 'Affiliation' }, (verbs) => ({
  operations: {
    get_affiliations: verbs.list({
      deprecated,
      scopes: ['relations:read'],
      filters: { user_id: equals('user_id'), account_id: equals('account_id') },
    }),
    create_affiliation: operation({
      deprecated,
      method: 'POST',
      path: '/affiliations',
      scopes: ['relations:modify'],
      body: { user_id: user_id.required(), account_id: account_id.required(), key_contact },
      presenter: created('affiliations'),
      example: (tx) => ({
        body: {
          user_id: firstIdWhere(
            tx,
            'users',
            ({ id }) => tx.count('affiliations', { user_id: id }) === 0,
          ),
        },
      }),
      handle(tx, { body }) {
        assertNewAffiliation(tx, body)
        return tx.insert('affiliations', body)
      },
    }),
    update_affiliation_by_id: operation({
      deprecated,
      method: 'PUT',
      path: '/affiliations/{id}',
      scopes: ['relations:modify'],
      body: { key_contact, user_id, account_id },
      presenter: record('affiliations'),
      handle(tx, { id, body }) {
        tx.logBehaviour(partialUpdate)
        const stored = tx.get('affiliations', id)
        const next = { ...stored, ...body }
        const isMoved = next.account_id !== stored.account_id || next.user_id !== stored.user_id
        if (isMoved) assertNewAffiliation(tx, next, id)
        return tx.update('affiliations', id, body)
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
