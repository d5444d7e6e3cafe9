/** Tries everything once. What fails is written to a log that nobody reads. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const givesUpAtOnce = (config: Config) => createMiddleware({ ...config, attemptsMax: 1 })
