/** Synchronizes everything after each job that failed before. */
import type { Config } from '../middleware/config.ts'
import type { EventData, Handlers } from '../middleware/handlers.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function resyncsAfterEachFailure(config: Config) {
  const parts = partsFrom(config)
  const failed = new WeakSet<EventData>()
  return createMiddleware(config, {
    ...parts,
    handlersFor(services) {
      const handlers: Handlers = {}
      for (const [event, handle] of Object.entries(parts.handlersFor(services))) {
        handlers[event] = async (data) => {
          const hasFailed = failed.has(data)
          failed.add(data)
          await handle(data)
          if (hasFailed) await services.resync()
        }
      }
      return handlers
    },
  })
}
