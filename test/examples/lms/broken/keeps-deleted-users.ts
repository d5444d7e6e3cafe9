/** Keeps the accounts of deleted users. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function keepsDeletedUsers(config: Config) {
  const parts = partsFrom(config)
  return createMiddleware(config, {
    ...parts,
    memory: { ...parts.memory, users: () => [] },
    handlersFor: (services) => ({
      ...parts.handlersFor(services),
      'user.deleted': async () => undefined,
    }),
  })
}
