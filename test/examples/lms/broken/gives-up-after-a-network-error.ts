/** Takes a job for done when a call gets no answer. */
import type { Config } from '../middleware/config.ts'
import type { Handlers } from '../middleware/handlers.ts'
import { CallFailed } from '../middleware/http.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function givesUpAfterANetworkError(config: Config) {
  const parts = partsFrom(config)
  return createMiddleware(config, {
    ...parts,
    handlersFor(services) {
      const handlers: Handlers = {}
      for (const [event, handle] of Object.entries(parts.handlersFor(services))) {
        handlers[event] = (data) =>
          handle(data).catch((error: unknown) => {
            if (error instanceof CallFailed) throw error
          })
      }
      return handlers
    },
  })
}
