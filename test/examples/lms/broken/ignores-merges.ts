/** Ignores `user.merged` events. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const ignoresMerges = (config: Config) => createMiddleware({ ...config, merges: 'ignore' })
