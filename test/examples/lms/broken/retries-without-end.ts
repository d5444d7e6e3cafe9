/** Retries a failed job for ever. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const retriesWithoutEnd = (config: Config) =>
  createMiddleware({ ...config, attemptsMax: Number.POSITIVE_INFINITY })
