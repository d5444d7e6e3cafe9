/** Refuses the events that it does not handle. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'
import { withEndpoint } from './with-endpoint.ts'

export function refusesUnknownEvents(config: Config) {
  const middleware = createMiddleware(config)
  return withEndpoint(middleware, async (request, platform, endpoint) => {
    const { event } = await request.clone().json()
    if (middleware.events.includes(event)) return endpoint(request, platform)
    return new Response(null, { status: 400 })
  })
}
