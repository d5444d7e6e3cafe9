/** Ignores merges until the next full synchronization. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

export function ignoresMergeEvents(config: Config) {
  const parts = partsFrom(config)
  return createMiddleware(config, {
    ...parts,
    handlersFor: (services) => ({
      ...parts.handlersFor(services),
      'user.merged': async () => undefined,
    }),
  })
}
