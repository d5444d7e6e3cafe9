/** Trusts that every event comes some time, and reads nothing else. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const neverResyncs = (config: Config) => ({
  ...createMiddleware(config),
  resync: async () => undefined,
})
