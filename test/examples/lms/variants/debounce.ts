/** Waits ten seconds for further events, and handles only the last one about the same record. */
import type { Config } from '../middleware/config.ts'
import type { Inbox } from '../middleware/inbox.ts'
import { createMiddleware, type Middleware, partsFrom } from '../middleware/middleware.ts'

const waitMs = 10_000

/** `keyOf` returns the same key for notifications that replace each other. Default: the event and its record. */
export function createDebounced(
  config: Config,
  keyOf: (body: string) => string = eventAndRecordOf,
): Middleware {
  const parts = partsFrom(config)
  const middleware = createMiddleware(config, parts)
  const last = new Map<string, Request>()
  const fetch: Inbox = async (request, platform) => {
    const received = request.clone()
    const key = keyOf(await request.text())
    last.set(key, received)
    const handle = parts.settings.sleep(waitMs).then(async () => {
      if (last.get(key) === received) await middleware.fetch(received, platform)
    })
    platform?.waitUntil?.(handle)
    return new Response(null, { status: 202 })
  }
  return { ...middleware, fetch }
}

function eventAndRecordOf(body: string): string {
  const { event, event_data } = JSON.parse(body)
  return JSON.stringify([event, event_data])
}
