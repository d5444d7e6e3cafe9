/** Processes all jobs at the same time, without a lock for the records that they share. */
import type { Config } from '../middleware/config.ts'
import type { Inbox } from '../middleware/inbox.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function handlesInParallel(config: Config) {
  const parts = partsFrom(config)
  const workers = new Map<string, ReturnType<typeof createMiddleware>>()
  const middleware = createMiddleware(config, parts)
  const memory = { ...parts.memory, unfinishedJobs: () => [] }
  const fetch: Inbox = (request, platform) => {
    const id = request.headers.get('webhook-id') ?? ''
    const worker = workers.get(id) ?? createMiddleware(config, { ...parts, memory })
    workers.set(id, worker)
    return worker.fetch(request, platform)
  }
  return { ...middleware, fetch }
}
