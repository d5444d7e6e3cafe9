/** Repeats a failed call at once, until it succeeds. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const retriesWithoutADelay = (config: Config) =>
  createMiddleware({ ...config, retriesMax: Number.POSITIVE_INFINITY })
