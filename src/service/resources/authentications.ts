import * as d from '../../engine/define/define.ts'
import {
  createAuthentication,
  providerIdFor,
  providerTypes,
} from '../rules/authentication-providers.ts'
import type { Rows } from '../generated/rows.ts'

type AuthenticationRow = Rows['authentications']

const AuthenticationShape = {
  ...d.identity,
  user_id: d.ref('users').partOf(),
  authentication_provider_id: d.integer(),
  uid: d.string(),
  otp_enabled: d.boolean().defaultsTo(false),
  ...d.timestamps,
}

export default d.resource(
  'authentications',
  AuthenticationShape,
  { singular: 'Authentication' },
  ({ list }) => ({
    description: 'A login of a user at an authentication provider.',

    operations: {
      create_authentication: d.operation({
        method: 'POST',
        path: '/authentications',
        scopes: ['authentications:modify'],
        body: {
          uid: d.string().required(),
          user_id: d.ref('users').required(),
          authentication_provider_type: d.choice(providerTypes).required(),
        },
        presenter: d.created('authentications'),
        handle: (tx, { body: { uid, user_id, authentication_provider_type } }) =>
          createAuthentication(tx, user_id, authentication_provider_type, uid),
      }),
      get_authentications_by_user_id: list({
        path: '/users/{user_id}/authentications',
        params: { user_id: d.ref('users') },
        scopes: ['authentications:read'],
        filters: {
          provider: d.customFilter(
            d.choice(providerTypes),
            (row: AuthenticationRow, type) =>
              row.authentication_provider_id === providerIdFor(type),
          ),
        },
        unpagedInReference: true,
      }),
      delete_authentication_from_user: d.operation({
        method: 'DELETE',
        path: '/users/{user_id}/authentications/{id}',
        params: { user_id: d.ref('users') },
        scopes: ['authentications:destroy'],
        presenter: d.statusMessage('The authentication was removed.'),
        handle(tx, { user_id, id }) {
          if (tx.get('authentications', id).user_id !== user_id) {
            throw d.notFound(`authentication ${id} does not belong to user ${user_id}`)
          }
          tx.remove('authentications', id)
        },
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(2, 120, 20_000),
      numbered: {
        uid: ({ row, find }) => `${find('users', row['user_id'])?.['slug']}-${row['id']}`,
      },
      fields: {
        authentication_provider_id: ({ random }) => random.pick([2, 2, 3]),
        uid: ({ parent, number }) => `${parent('user_id')['slug']}-${number}`,
        otp_enabled: ({ random }) => random.next() < 0.2,
      },
    },
  }),
)
