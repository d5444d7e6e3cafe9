import * as d from '../../engine/define/define.ts'

const ApiKeyShape = {
  ...d.identity,
  token: d.string().unique(),
  user_id: d.ref('users'),
  scopes: d.listOf(d.string()),
  application: d.string().nullable(),
}

export default d.resource('api_keys', ApiKeyShape, { singular: 'ApiKey' }, () => ({
  description:
    'An API token: it belongs to a user and has the scopes that were chosen at its creation.',
}))
