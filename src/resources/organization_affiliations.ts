import {
  rowCounts,
  assumed,
  boolean,
  equals,
  identity,
  firstIdWithout,
  ref,
  resource,
} from '../define/define.ts'
import { assertNoDuplicate, type DuplicateRefusal } from './shared/duplicate-rows.ts'

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
const duplicateRefusal: DuplicateRefusal = {
  status: 409,
  errors: { user_id: ['already belongs to the organization'] },
  behaviour: refusesDuplicatePair,
}
const commonOptions = { flag: 'Organizations', beta: true, group: 'organizations' } as const

export default resource(
  'organization_affiliations',
  OrganizationAffiliationShape,
  { singular: 'OrganizationAffiliation' },
  ({ list, create, update, destroy }) => ({
    operations: {
      get_organization_affiliations: list({
        ...commonOptions,
        scopes: ['relations:read'],
        filters: { user_id: equals('user_id') },
      }),
      create_organization_affiliation: create({
        ...commonOptions,
        scopes: ['relations:modify'],
        body: {
          organization_id: organization_id.required(),
          user_id: user_id.required(),
          key_contact,
        },
        example: (tx) => ({
          body: { user_id: firstIdWithout(tx, 'users', 'organization_affiliations', 'user_id') },
        }),
        check: (tx, { organization_id, user_id }) =>
          assertNoDuplicate(
            tx,
            'organization_affiliations',
            { organization_id, user_id },
            duplicateRefusal,
          ),
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
