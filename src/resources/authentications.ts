import {
  amounts,
  boolean,
  choice,
  created,
  done,
  identity,
  integer,
  keeping,
  notFound,
  operation,
  ref,
  resource,
  stamps,
  string,
} from '../define/define.ts'
import { addLogin, providerIdOf, providerTypes } from './rules/authentication-providers.ts'
import type { Rows } from '../generated/rows.ts'

type AuthenticationRow = Rows['authentications']

/** What a user logs in with. */
export const Authentication = {
  ...identity,
  user_id: ref('users').part(),
  authentication_provider_id: integer(),
  uid: string(),
  otp_enabled: boolean().initially(false),
  ...stamps,
}

export default resource(
  'authentications',
  Authentication,
  { one: 'Authentication' },
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
        present: created('authentications'),
        answer: (tx, { body: { uid, user_id, authentication_provider_type } }) =>
          addLogin(tx, user_id, authentication_provider_type, uid),
      }),
      get_authentications_by_user_id: list({
        path: '/users/{user_id}/authentications',
        params: { user_id: ref('users') },
        scopes: ['authentications:read'],
        filters: {
          provider: keeping(
            choice(providerTypes),
            (row: AuthenticationRow, type) => row.authentication_provider_id === providerIdOf(type),
          ),
        },
        unpagedInReference: true,
      }),
      delete_authentication_from_user: operation({
        method: 'DELETE',
        path: '/users/{user_id}/authentications/{id}',
        params: { user_id: ref('users') },
        scopes: ['authentications:destroy'],
        present: done('The authentication was removed.'),
        answer(tx, { user_id, id }) {
          if (tx.get('authentications', id).user_id !== user_id) {
            throw notFound(`authentication ${id} is not of user ${user_id}`)
          }
          tx.remove('authentications', id)
        },
      }),
    },

    recipe: {
      amounts: amounts(2, 120, 20_000),
      fields: {
        authentication_provider_id: ({ chance }) => chance.pick([2, 2, 3]),
        uid: ({ parent, number }) => `${parent('user_id')['slug']}-${number}`,
        otp_enabled: ({ chance }) => chance.next() < 0.2,
      },
    },
  }),
)
