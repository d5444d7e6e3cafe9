import {
  rowCounts,
  assumed,
  boolean,
  created,
  equals,
  identity,
  firstIdWhere,
  operation,
  ref,
  resource,
} from '../define/define.ts'
import { assertNewPair } from './shared/unique-pairs.ts'

const refusesDuplicatePair = assumed(
  'organization_affiliation.pair',
  'adding a user to the same organization again is refused with 409',
  {
    reason: 'the contract lists 409 for this operation',
    alternatives: { alternative: 'a user can be added to the same organization again' },
  },
)

/** A user who belongs to an organization. */
export const OrganizationAffiliationShape = {
  ...identity,
  organization_id: ref('organizations').partOf(),
  user_id: ref('users').partOf(),
  key_contact: boolean().defaultsTo(false),
}

const { organization_id, user_id, key_contact } = OrganizationAffiliationShape
const commonOptions = { flag: 'Organizations', beta: true, group: 'organizations' } as const

export default resource(
  'organization_affiliations',
  OrganizationAffiliationShape,
  { singular: 'OrganizationAffiliation' },
  ({ list, update, destroy }) => ({
    operations: {
      get_organization_affiliations: list({
        ...commonOptions,
        scopes: ['relations:read'],
        filters: { user_id: equals('user_id') },
      }),
      create_organization_affiliation: operation({
        ...commonOptions,
        method: 'POST',
        path: '/organization_affiliations',
        scopes: ['relations:modify'],
        body: {
          organization_id: organization_id.required(),
          user_id: user_id.required(),
          key_contact,
        },
        presenter: created('organization_affiliations'),
        example: (tx) => ({
          body: {
            user_id: firstIdWhere(
              tx,
              'users',
              ({ id }) => tx.count('organization_affiliations', { user_id: id }) === 0,
            ),
          },
        }),
        handle(tx, { body }) {
          const pair = { organization_id: body.organization_id, user_id: body.user_id }
          assertNewPair(tx, 'organization_affiliations', pair, {
            status: 409,
            errors: { user_id: ['already belongs to the organization'] },
            behaviour: refusesDuplicatePair,
          })
          return tx.insert('organization_affiliations', body)
        },
      }),
      update_organization_affiliation: update({
        ...commonOptions,
        scopes: ['relations:modify'],
        body: { key_contact },
      }),
      delete_organization_affiliation: destroy({ ...commonOptions, scopes: ['relations:destroy'] }),
    },
    recipe: {
      rowCounts: rowCounts(1, 50, 1_000),
      fields: { key_contact: ({ random }) => random.next() < 0.3 },
    },
  }),
)
