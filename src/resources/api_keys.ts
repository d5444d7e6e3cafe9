import { identity, listOf, ref, resource, string } from '../define/define.ts'

/** A token: it belongs to a person and carries the scopes chosen when it was made. */
export const ApiKeyShape = {
  ...identity,
  token: string().unique(),
  user_id: ref('users'),
  scopes: listOf(string()),
  application: string().nullable(),
}

export default resource('api_keys', ApiKeyShape, { singular: 'ApiKey' }, () => ({}))
