/** Acknowledges and drops the events that arrive during a full synchronization. */
import type { Config } from '../middleware/config.ts'
import type { Inbox } from '../middleware/inbox.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export function dropsEventsDuringAResync(config: Config) {
  const middleware = createMiddleware(config)
  let resyncs = 0
  const fetch: Inbox = async (request, platform) =>
    resyncs > 0 ? new Response(null, { status: 202 }) : middleware.fetch(request, platform)
  return {
    ...middleware,
    fetch,
    async resync() {
      resyncs += 1
      await middleware.resync().finally(() => (resyncs -= 1))
    },
  }
}
