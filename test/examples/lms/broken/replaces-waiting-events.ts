/** Waits ten seconds for further events, and handles only the last one. */
import type { Config } from '../middleware/config.ts'
import type { Inbox } from '../middleware/inbox.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function replacesWaitingEvents(config: Config) {
  const parts = partsFrom(config)
  const middleware = createMiddleware(config, parts)
  let last: Request | undefined
  const fetch: Inbox = async (request, platform) => {
    const received = request.clone()
    last = received
    const handle = parts.settings.sleep(10_000).then(async () => {
      if (last === received) await middleware.fetch(received, platform)
    })
    platform?.waitUntil?.(handle)
    return new Response(null, { status: 202 })
  }
  return { ...middleware, fetch }
}
