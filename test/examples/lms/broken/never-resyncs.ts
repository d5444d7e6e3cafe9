/** Relies on events alone, and never synchronizes everything. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const neverResyncs = (config: Config) => ({
  ...createMiddleware(config),
  resync: async () => undefined,
})
