/** Tries again at once, whatever Retry-After says, until it gives up. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const neverWaits = (config: Config) =>
  createMiddleware({ ...config, sleep: async () => undefined })
