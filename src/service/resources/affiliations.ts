import * as d from '../../engine/define/define.ts'
import {
  demoBusinessAccountNumber,
  isBusinessAccount,
  demoAccountMemberId,
} from '../demo/account-membership.ts'
import { assertNoDuplicate, type DuplicateRefusal } from '../fields/duplicate-rows.ts'
import type { Rows } from '../generated/rows.ts'
import { refusesDuplicateAffiliation } from '../behaviours/people.ts'

const AffiliationShape = {
  ...d.identity,
  account_id: d.ref('accounts').partOf(),
  user_id: d.ref('users').partOf(),
  key_contact: d.boolean().defaultsTo(false),
  ...d.timestamps,
}

const { account_id, user_id, key_contact } = AffiliationShape
const deprecated = true

const duplicateRefusal: DuplicateRefusal = {
  status: 422,
  errors: { user_id: ['already belongs to the account'] },
  behaviour: refusesDuplicateAffiliation,
}

type Pair = Pick<Rows['affiliations'], 'account_id' | 'user_id'>

function assertNewPair(tx: d.Tx, { account_id, user_id }: Pair): void {
  assertNoDuplicate(tx, 'affiliations', { account_id, user_id }, duplicateRefusal)
}

export default d.resource(
  'affiliations',
  AffiliationShape,
  { singular: 'Affiliation' },
  (verbs) => ({
    description: 'A user who belongs to an account.',

    operations: {
      get_affiliations: verbs.list({
        deprecated,
        scopes: ['relations:read'],
        filters: { user_id: d.equals('user_id'), account_id: d.equals('account_id') },
      }),
      create_affiliation: verbs.create({
        deprecated,
        scopes: ['relations:modify'],
        body: { user_id: user_id.required(), account_id: account_id.required(), key_contact },
        example: (tx) => ({
          body: { user_id: d.firstIdWithout(tx, 'users', 'affiliations', 'user_id') },
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
      rowCounts: d.rowCounts(2, 90, 10_000),
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
  }),
)
