/** Retries immediately and ignores Retry-After, until the attempts run out. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const neverWaits = (config: Config) =>
  createMiddleware({ ...config, sleep: async () => undefined })
