/** Accepts a signature of any age. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'
import { withEndpoint } from './with-endpoint.ts'

export function acceptsOldSignatures(config: Config) {
  let signedMs = 0
  const middleware = createMiddleware({ ...config, now: () => new Date(signedMs) })
  return withEndpoint(middleware, (request, platform, endpoint) => {
    signedMs = Number(request.headers.get('webhook-timestamp')) * 1_000
    return endpoint(request, platform)
  })
}
