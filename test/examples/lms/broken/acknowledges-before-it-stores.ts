/** Acknowledges a notification at once, and stores it ten seconds later. */
import type { Config } from '../middleware/config.ts'
import type { Inbox } from '../middleware/inbox.ts'
import { partsFrom } from '../middleware/middleware.ts'
import { createWelcoming } from '../variants/welcome.ts'

export function acknowledgesBeforeItStores(config: Config) {
  const parts = partsFrom(config)
  const middleware = createWelcoming(config, parts)
  const fetch: Inbox = async (request, platform) => {
    const received = request.clone()
    const store = parts.settings.sleep(10_000).then(() => middleware.fetch(received, platform))
    platform?.waitUntil?.(store)
    return new Response(null, { status: 202 })
  }
  return { ...middleware, fetch }
}
