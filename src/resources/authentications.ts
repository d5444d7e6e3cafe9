import {
  rowCounts,
  boolean,
  choice,
  created,
  statusMessage,
  identity,
  integer,
  customFilter,
  notFound,
  operation,
  ref,
  resource,
  timestamps,
  string,
} from '../define/define.ts'
import {
  createAuthentication,
  providerIdFor,
  providerTypes,
} from './rules/authentication-providers.ts'
import type { Rows } from '../generated/rows.ts'

type AuthenticationRow = Rows['authentications']

/** A login of a user at an authentication provider. */
export const AuthenticationShape = {
  ...identity,
  user_id: ref('users').partOf(),
  authentication_provider_id: integer(),
  uid: string(),
  otp_enabled: boolean().defaultsTo(false),
  ...timestamps,
}

export default resource(
  'authentications',
  AuthenticationShape,
  { singular: 'Authentication' },
  ({ list }) => ({
    operations: {
      create_authentication: operation({
        method: 'POST',
        path: '/authentications',
        scopes: ['authentications:modify'],
        body: {
          uid: string().required(),
          user_id: ref('users').required(),
          authentication_provider_type: choice(providerTypes).required(),
        },
        presenter: created('authentications'),
        handle: (tx, { body: { uid, user_id, authentication_provider_type } }) =>
          createAuthentication(tx, user_id, authentication_provider_type, uid),
      }),
      get_authentications_by_user_id: list({
        path: '/users/{user_id}/authentications',
        params: { user_id: ref('users') },
        scopes: ['authentications:read'],
        filters: {
          provider: customFilter(
            choice(providerTypes),
            (row: AuthenticationRow, type) =>
              row.authentication_provider_id === providerIdFor(type),
          ),
        },
        unpagedInReference: true,
      }),
      delete_authentication_from_user: operation({
        method: 'DELETE',
        path: '/users/{user_id}/authentications/{id}',
        params: { user_id: ref('users') },
        scopes: ['authentications:destroy'],
        presenter: statusMessage('The authentication was removed.'),
        handle(tx, { user_id, id }) {
          if (tx.get('authentications', id).user_id !== user_id) {
            throw notFound(`authentication ${id} does not belong to user ${user_id}`)
          }
          tx.remove('authentications', id)
        },
      }),
    },

    recipe: {
      rowCounts: rowCounts(2, 120, 20_000),
      repeated: {
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
