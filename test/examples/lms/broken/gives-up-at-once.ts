/** Makes one attempt for each piece of work. Failures are only logged. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const givesUpAtOnce = (config: Config) => createMiddleware({ ...config, attemptsMax: 1 })
