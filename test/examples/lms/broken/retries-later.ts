/** Repeats a failed call only with the whole job, half a minute later. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware } from '../middleware/middleware.ts'

export const retriesLater = (config: Config) => createMiddleware({ ...config, retriesMax: 0 })
