/** Compares the first signature of a delivery only. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'
import { withEndpoint } from './with-endpoint.ts'

export const readsOneSignature = (config: Config) =>
  withEndpoint(createMiddleware(config), (request, platform, endpoint) => {
    const [first = ''] = (request.headers.get('webhook-signature') ?? '').split(' ')
    const headers = new Headers(request.headers)
    headers.set('webhook-signature', first)
    return endpoint(new Request(request, { headers }), platform)
  })
