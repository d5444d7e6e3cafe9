/** Replaces the webhook endpoint of a middleware. */
import type { Inbox, Platform } from '../middleware/inbox.ts'
import type { Middleware } from '../middleware/middleware.ts'

export type Endpoint = (
  request: Request,
  platform: Platform | undefined,
  endpoint: Inbox,
) => Promise<Response>

export const withEndpoint = (middleware: Middleware, endpoint: Endpoint): Middleware => ({
  ...middleware,
  fetch: (request, platform) => endpoint(request, platform, middleware.fetch),
})
