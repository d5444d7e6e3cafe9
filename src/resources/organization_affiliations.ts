import {
  amounts,
  assumed,
  boolean,
  created,
  equals,
  identity,
  idOfOne,
  operation,
  Problem,
  ref,
  resource,
} from '../define/define.ts'

const samePair = assumed('organization_affiliation.pair', 'a user who belongs already is 409', {
  because: 'the contract lists 409 for it',
  instead: 'a user can belong to an organization twice',
})

/** A user who belongs to an organization. */
export const OrganizationAffiliation = {
  ...identity,
  organization_id: ref('organizations').part(),
  user_id: ref('users').part(),
  key_contact: boolean().initially(false),
}

const { organization_id, user_id, key_contact } = OrganizationAffiliation
const marks = { flag: 'Organizations', beta: true, group: 'organizations' } as const

export default resource(
  'organization_affiliations',
  OrganizationAffiliation,
  { one: 'OrganizationAffiliation' },
  ({ list, update, destroy }) => ({
    operations: {
      get_organization_affiliations: list({
        ...marks,
        scopes: ['relations:read'],
        filters: { user_id: equals('user_id') },
      }),
      create_organization_affiliation: operation({
        ...marks,
        method: 'POST',
        path: '/organization_affiliations',
        scopes: ['relations:modify'],
        body: {
          organization_id: organization_id.required(),
          user_id: user_id.required(),
          key_contact,
        },
        present: created('organization_affiliations'),
        example: (tx) => ({
          body: {
            user_id: idOfOne(
              tx,
              'users',
              ({ id }) => tx.count('organization_affiliations', { user_id: id }) === 0,
            ),
          },
        }),
        answer(tx, { body }) {
          const pair = { organization_id: body.organization_id, user_id: body.user_id }
          if (tx.count('organization_affiliations', pair) > 0 && tx.takes(samePair)) {
            throw new Problem(409, {
              errors: { user_id: ['belongs to it already'] },
              behaviour: samePair,
            })
          }
          return tx.insert('organization_affiliations', body)
        },
      }),
      update_organization_affiliation: update({
        ...marks,
        scopes: ['relations:modify'],
        body: { key_contact },
      }),
      delete_organization_affiliation: destroy({ ...marks, scopes: ['relations:destroy'] }),
    },
    recipe: {
      amounts: amounts(1, 50, 1_000),
      fields: { key_contact: ({ chance }) => chance.next() < 0.3 },
    },
  }),
)
