/** Ignores an event of a user while an earlier one is waiting or being handled. */
import type { Config } from '../middleware/config.ts'
import type { Inbox } from '../middleware/inbox.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function ignoresEventsInFlight(config: Config) {
  const parts = partsFrom(config)
  const inFlight = new Set<unknown>()
  const middleware = createMiddleware(config, {
    ...parts,
    handlersFor(services) {
      const handlers = parts.handlersFor(services)
      return {
        ...handlers,
        async 'user.updated'(data) {
          await handlers['user.updated']?.(data).finally(() => inFlight.delete(data.id))
        },
      }
    },
  })
  const fetch: Inbox = async (request, platform) => {
    const { event, event_data: data } = await request.clone().json()
    if (event !== 'user.updated') return middleware.fetch(request, platform)
    if (inFlight.has(data.id)) return new Response(null, { status: 202 })
    inFlight.add(data.id)
    return middleware.fetch(request, platform)
  }
  return { ...middleware, fetch }
}
