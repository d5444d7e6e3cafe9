import { identity, listOf, ref, resource, string } from '../define/define.ts'

/** An API token: it belongs to a user and has the scopes that were chosen at its creation. */
export const ApiKeyShape = {
  ...identity,
  token: string().unique(),
  user_id: ref('users'),
  scopes: listOf(string()),
  application: string().nullable(),
}

export default resource('api_keys', ApiKeyShape, { singular: 'ApiKey' }, () => ({}))
