import * as d from '../../engine/define/define.ts'
import { assertNoDuplicate, type DuplicateRefusal } from '../fields/duplicate-rows.ts'
import { refusesDuplicateOrganizationAffiliation } from '../behaviours/people.ts'

const OrganizationAffiliationShape = {
  ...d.identity,
  organization_id: d.ref('organizations').partOf(),
  user_id: d.ref('users').partOf(),
  key_contact: d.boolean().defaultsTo(false),
}

const { organization_id, user_id, key_contact } = OrganizationAffiliationShape
const duplicateRefusal: DuplicateRefusal = {
  status: 409,
  errors: { user_id: ['already belongs to the organization'] },
  behaviour: refusesDuplicateOrganizationAffiliation,
}
const commonOptions = { flag: 'Organizations', beta: true, group: 'organizations' } as const

export default d.resource(
  'organization_affiliations',
  OrganizationAffiliationShape,
  { singular: 'OrganizationAffiliation' },
  ({ list, create, update, destroy }) => ({
    description: 'A user who belongs to an organization.',

    operations: {
      get_organization_affiliations: list({
        ...commonOptions,
        scopes: ['relations:read'],
        filters: { user_id: d.equals('user_id') },
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
          body: { user_id: d.firstIdWithout(tx, 'users', 'organization_affiliations', 'user_id') },
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
      rowCounts: d.rowCounts(1, 50, 1_000),
      fields: { key_contact: ({ random }) => random.next() < 0.3 },
    },
  }),
)
