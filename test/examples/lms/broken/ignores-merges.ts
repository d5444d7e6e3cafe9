/** Takes user.merged for an event like any other that it has no use for. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const ignoresMerges = (config: Config) => createMiddleware({ ...config, merges: 'ignore' })
