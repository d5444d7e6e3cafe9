/** Deactivates the account of a user whose read is refused after an event. */
import type { Config } from '../middleware/config.ts'
import { CallFailed } from '../middleware/http.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function deactivatesRefusedUsers(config: Config) {
  const parts = partsFrom(config)
  return createMiddleware(config, {
    ...parts,
    handlersFor(services) {
      const handlers = parts.handlersFor(services)
      return {
        ...handlers,
        async 'user.updated'(data) {
          try {
            await handlers['user.updated']?.(data)
          } catch (error) {
            if (!(error instanceof CallFailed) || error.status !== 403) throw error
            await services.people.deactivate(data.id as number)
          }
        },
      }
    },
  })
}
