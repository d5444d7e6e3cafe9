/** Adds and changes records in a synchronization, and removes none. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function onlyAddsInAResync(config: Config) {
  const parts = partsFrom(config)
  let isResync = false
  const dismiss: typeof parts.lms.dismiss = async (...member) =>
    isResync ? undefined : parts.lms.dismiss(...member)
  return createMiddleware(config, {
    ...parts,
    lms: { ...parts.lms, dismiss },
    memory: { ...parts.memory, users: () => [] },
    handlersFor(services) {
      const handlers = parts.handlersFor(services)
      return {
        ...handlers,
        async resync(data) {
          isResync = true
          await handlers.resync?.(data).finally(() => (isResync = false))
        },
      }
    },
  })
}
